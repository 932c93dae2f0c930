/** What the account page says. */
import { words } from "../words.ts";

export const t = words({
  account: { de: "Konto", en: "Account" },
  nobody: {
    de: "Du hast hier noch keinen Namen: Mit dem ersten Zug bekommst du den eines Gastes. Oder melde dich an.",
    en: "You have no name here yet: your first act brings you a guest's. Or sign in.",
  },
  guest: {
    de: "Du spielst als Gast. Wer sich registriert, behält Spiele und Stärke und kommt von überall wieder.",
    en: "You play as a guest. Whoever registers keeps games and strength, and can come back from anywhere.",
  },
  registered: { de: "Du bist registriert.", en: "You are registered." },
  since: { de: "Dabei seit {day}.", en: "Here since {day}." },
  yourPage: { de: "Deine Seite", en: "Your page" },
  register: { de: "Registrieren", en: "Register" },
  signIn: { de: "Anmelden", en: "Sign in" },
  signInGuest: {
    de: "Was du als Gast gespielt hast, bleibt beim Gast.",
    en: "What you have played as a guest stays the guest's.",
  },
  signOut: { de: "Abmelden", en: "Sign out" },
  signOutGuest: {
    de: "Als Gast kommst du danach nicht mehr zurück.",
    en: "As a guest you cannot come back after that.",
  },
  name: { de: "Name", en: "Name" },
  nameHint: { de: "2 bis 24 Zeichen", en: "2 to 24 characters" },
  password: { de: "Passwort", en: "Password" },
  passwordHint: { de: "mindestens 8 Zeichen", en: "at least 8 characters" },
  rename: { de: "Umbenennen", en: "Rename" },
  renameHint: { de: "Der neue Name gilt auch in alten Spielen.", en: "The new name holds in old games, too." },
  renamed: { de: "Du heißt jetzt {name}.", en: "You are called {name} now." },
  data: { de: "Deine Daten", en: "Your data" },
  export: { de: "Alles herunterladen", en: "Download everything" },
  erase: { de: "Konto löschen", en: "Erase the account" },
  eraseAsk: { de: "Konto endgültig löschen?", en: "Erase the account for good?" },
  eraseText: {
    de: "Name, Passwort und alles, was du geschrieben hast, verschwinden sofort. Laufende Spiele werden verlassen; beendete bleiben, ohne deinen Namen. Das lässt sich nicht zurücknehmen.",
    en: "Name, password and all that you have written vanish at once. Games that run are left; those that have ended stay, without your name. This cannot be taken back.",
  },
  eraseDo: { de: "Endgültig löschen", en: "Erase for good" },
  cancel: { de: "Abbrechen", en: "Cancel" },
});
