/** What is said of players and how strong they are. */
import { words } from "../words.ts";

export const t = words({
  ranking: { de: "Rangliste", en: "Ranking" },
  noRanking: { de: "Noch hat niemand zu Ende gespielt.", en: "Nobody has played to an end yet." },
  place: { de: "Platz", en: "Place" },
  player: { de: "Name", en: "Name" },
  skill: { de: "Stärke", en: "Strength" },
  points: { de: "Punkte", en: "Points" },
  played: { de: "Spiele", en: "Games" },
  won: { de: "Siege", en: "Won" },
  drawn: { de: "Remis", en: "Drawn" },
  left: { de: "Verlassen", en: "Left" },
  unsure: { de: "noch ungewiss, ± {deviation}", en: "not certain yet, ± {deviation}" },
  more: { de: "Mehr zeigen", en: "Show more" },
  own: { de: "Deine Stärke", en: "Your strength" },
  noPlot: { de: "Eine Kurve gibt es ab zwei gewerteten Spielen.", en: "There is a curve from two rated games on." },
  plot: {
    de: "Stärke von {name} über {games} Spiele: zuerst {first}, höchstens {best}, zuletzt {last}.",
    en: "Strength of {name} over {games} games: {first} at first, {best} at best, {last} at last.",
  },
  notPlayed: { de: "Noch kein Spiel zu Ende gespielt.", en: "No game played to an end yet." },
  changes: { de: "Letzte Spiele", en: "Latest games" },
});
