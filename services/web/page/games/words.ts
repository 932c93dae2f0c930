/** What the page of a game says. */
import { words } from "../words.ts";

export const t = words({
  rules: { de: "Regeln", en: "Rules" },
  download: { de: "Herunterladen", en: "Download" },
  print: { de: "Drucken", en: "Print" },
  file: { de: "{name} Regeln", en: "{name} rules" },
});
