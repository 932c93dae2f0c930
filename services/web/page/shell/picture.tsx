/** Picture: a small picture of a kind or of a game, drawn by the server in the colours of the page. */
import { computed, signal } from "@preact/signals";
import { theme } from "../settings.ts";
import { language } from "../words.ts";

const AGAIN_MS = 15_000; // Games are drawn anew after this, while somebody looks.

const device = matchMedia("(prefers-color-scheme: dark)");
const dark = signal(device.matches);
device.addEventListener("change", () => {
  dark.value = device.matches;
});
const look = computed(() => {
  const shown = theme.value === "auto" ? (dark.value ? "dark" : "light") : theme.value;
  return `language=${language.value}&theme=${shown}`;
});

const round = signal(0);
setInterval(() => {
  if (!document.hidden) round.value++;
}, AGAIN_MS);

export function KindPicture({ kind }: { kind: string }) {
  return <img class="picture" src={`/v1/kinds/${kind}/picture.svg?${look.value}`} alt="" loading="lazy" />;
}

export function GamePicture({ game }: { game: string }) {
  return (
    <img
      class="picture"
      src={`/v1/games/${game}/picture.svg?${look.value}&round=${round.value}`}
      alt=""
      loading="lazy"
    />
  );
}
