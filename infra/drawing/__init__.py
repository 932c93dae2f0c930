"""Drawing: scenes as SVG and PNG, for whoever has no page at hand."""
