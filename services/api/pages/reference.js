// Shows the document that this server gives of itself.
SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null, // Nothing is asked of any other server.
});
