/** What chats say. */
import { words } from "../words.ts";

export const t = words({
  chat: { de: "Chat", en: "Chat" },
  lobbyChat: { de: "Lobby-Chat", en: "Lobby chat" },
  players: { de: "Spieler", en: "Players" },
  onlookers: { de: "Zuschauer", en: "Onlookers" },
  quiet: { de: "Noch hat niemand etwas geschrieben.", en: "Nobody has said anything yet." },
  line: { de: "Nachricht, oder /hilfe", en: "Message, or /help" },
  send: { de: "Senden", en: "Send" },
  ignore: { de: "{name} ausblenden", en: "Ignore {name}" },
  onlyToYou: { de: "nur für dich", en: "only to you" },
});
