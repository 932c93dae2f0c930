/** What the frame around all pages says. */
import { words } from "../words.ts";

export const t = words({
  home: { de: "Zugfolge: zur Lobby", en: "Zugfolge: to the lobby" },
  skip: { de: "Zum Inhalt", en: "Skip to content" },
  word: { de: "Tisch-Passwort", en: "Table password" },
  wordHint: { de: "gilt beim Eröffnen und beim Mitspielen", en: "for opening and for joining" },
  clear: { de: "Passwort löschen", en: "Clear the password" },
  view: { de: "Ansicht", en: "View" },
  language: { de: "Sprache", en: "Language" },
  theme: { de: "Helligkeit", en: "Theme" },
  auto: { de: "wie das Gerät", en: "as the device" },
  light: { de: "hell", en: "light" },
  dark: { de: "dunkel", en: "dark" },
  blinking: { de: "Blinken lassen, was dran ist", en: "Let blink what is due" },
  moving: { de: "Bewegungen zeigen", en: "Show movements" },
  account: { de: "Konto", en: "Account" },
  nobody: { de: "Gast", en: "Guest" },
  lost: { de: "Verbindung unterbrochen, es geht gleich weiter …", en: "Connection interrupted, back in a moment …" },
  nothing: { de: "Hier ist nichts", en: "There is nothing here" },
  nothingText: { de: "Diese Seite gibt es nicht, oder nicht mehr.", en: "This page does not exist, or no longer." },
  toLobby: { de: "Zur Lobby", en: "To the lobby" },
  loading: { de: "Einen Moment …", en: "One moment …" },
  erased: { de: "gelöscht", en: "erased" },
  unknown: { de: "unbekannt", en: "unknown" },
  robot: { de: "Roboter", en: "robot" },
});
