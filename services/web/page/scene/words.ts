/** What is said of a board besides the scene's own words. */
import { words } from "../words.ts";

export const t = words({
  group: { de: "liegt in Gruppe {count}", en: "lies in group {count}" },
  sum: { de: "zusammen {count}", en: "sums up to {count}" },
});
