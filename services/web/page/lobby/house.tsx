/** House: what holds at every table, for whoever wants to know. */
import { said, type Text } from "../words.ts";
import { t } from "./words.ts";

const RULES: [Text, Text][] = [
  [
    { de: "Gäste", en: "Guests" },
    {
      de: "Du kannst sofort als Gast spielen. Wer sich registriert, behält Spiele und Stärke.",
      en: "You can play as a guest at once. Whoever registers keeps games and strength.",
    },
  ],
  [
    { de: "Tische", en: "Tables" },
    {
      de: "Ein Spiel beginnt, wenn alle Plätze besetzt sind, oder wenn der Gastgeber es mit genug Mitspielern beginnt. Geht er vorher, ist das nächste Mitglied Gastgeber; ein leerer Tisch schließt.",
      en: "A game starts when all seats are taken, or when the host starts it with enough players. If the host leaves before, the next member is host; an empty table closes.",
    },
  ],
  [
    { de: "Passwort", en: "Password" },
    {
      de: "Das Feld oben rechts gilt beim Eröffnen und beim Mitspielen. Es bewacht die Plätze, nicht das Zuschauen. Wer am Tisch sitzt, sieht es mit /passwort.",
      en: "The field at the top right counts for opening and for joining. It guards the seats, not watching. Whoever sits at the table sees it by /password.",
    },
  ],
  [
    { de: "Stärke", en: "Strength" },
    {
      de: "Alle beginnen mit 1000. Wer einen Tisch eröffnet, kann die Stärke der anderen begrenzen; eine Einladung des Gastgebers gilt trotz Grenze und Passwort. Spiele mit Robotern zählen, ändern aber niemandes Stärke.",
      en: "Everybody begins with 1000. Whoever opens a table can limit the strength of the others; the host's invitation holds in spite of limit and password. Games with robots count, but change nobody's strength.",
    },
  ],
  [
    { de: "Bedenkzeit", en: "Time" },
    {
      de: "Ist sie abgelaufen, kostet das so viel wie Gehen. Anwesend sein musst du nicht: Spiele dürfen Tage dauern.",
      en: "Running out of it costs as much as leaving. You need not be present: games may take days.",
    },
  ],
  [
    { de: "Chat", en: "Chat" },
    {
      de: "Spieler und Zuschauer schreiben getrennt; was Zuschauer schreiben, lesen Spieler erst nach dem Ende. /ignorieren NAME blendet jemanden aus und wieder ein, /hilfe zeigt alle Befehle.",
      en: "Players and onlookers write apart; players read what onlookers write only after the end. /ignore NAME hides somebody and shows them again, /help lists all commands.",
    },
  ],
  [
    { de: "Zufall", en: "Luck" },
    {
      de: "Was gewürfelt und gezogen wird, liegt mit dem Beginn des Spiels fest und lässt sich nach dem Ende in der Wiedergabe nachprüfen.",
      en: "What is thrown and drawn is settled when a game starts, and can be verified in the replay after the end.",
    },
  ],
];

export function House() {
  return (
    <details class="card house">
      <summary>{t("house")}</summary>
      <dl>
        {RULES.map(([name, text]) => (
          <div key={name.en}>
            <dt>{said(name)}</dt>
            <dd>{said(text)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
