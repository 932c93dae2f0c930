/** Opening: the form that opens a table. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { act } from "../me.ts";
import { attempt } from "../notices.tsx";
import { go } from "../router.ts";
import { word } from "../shell/word.tsx";
import type { GameView, Kind } from "../wire.ts";
import { said } from "../words.ts";
import { playQuickly } from "./tables.ts";
import { TermsFields, usual, wished } from "./terms.tsx";
import { t } from "./words.ts";

/** The two ways to come to play a kind. */
export function PlayButtons({ kind, open }: { kind: Kind; open: () => void }) {
  const name = said(kind.name);
  return (
    <div class="row">
      <button
        type="button"
        class="main"
        aria-label={t("quickWith", { name })}
        onClick={() => void playQuickly(kind.kind)}
      >
        {t("quick")}
      </button>
      <button type="button" aria-label={t("openOf", { name })} onClick={open}>
        {t("open")}
      </button>
    </div>
  );
}

/** Asks for the terms of a table of one kind; `done` closes the form. */
export function Opening({ kind, done }: { kind: Kind; done: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const terms = useSignal(usual(kind));
  const busy = useSignal(false);
  useEffect(() => {
    const before = document.activeElement;
    form.current?.querySelector<HTMLElement>("select, input, button")?.focus();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  async function open(): Promise<void> {
    busy.value = true;
    const game = await attempt(() => act<GameView>("POST", "/v1/games", wished(kind, terms.value, word.value)));
    busy.value = false;
    if (game) go(`/tables/${game.id}`);
  }
  return (
    <form
      ref={form}
      class="card opening"
      aria-label={t("openOf", { name: said(kind.name) })}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
      onKeyDown={(event) => event.key === "Escape" && done()}
    >
      <h2>{t("openOf", { name: said(kind.name) })}</h2>
      <TermsFields
        kind={kind}
        terms={terms.value}
        set={(change) => {
          terms.value = { ...terms.value, ...change };
        }}
      />
      <p class="muted">{t(kind.word ? (word.value ? "withWord" : "withoutWord") : "wordNotOffered")}</p>
      <div class="row">
        <button type="submit" class="main" disabled={busy.value}>
          {t("doOpen")}
        </button>
        <button type="button" onClick={done}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}
