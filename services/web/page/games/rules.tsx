/** Rules: a kind's rules with their pictures, as the server has them for reading, keeping and printing. */
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../api.ts";
import { attempt } from "../notices.tsx";
import type { Kind } from "../wire.ts";
import { language, said } from "../words.ts";
import { t } from "./words.ts";

/** Shows the article of the server's document, which holds no script, without what the page says already. */
export function Rules({ kind }: { kind: Kind }) {
  const article = useRef<HTMLElement>(null);
  const path = `/v1/kinds/${kind.kind}/rules?language=${language.value}`;
  useEffect(() => {
    let gone = false;
    void attempt(() => ask<string>("GET", path)).then((text) => {
      if (!text || gone) return;
      const written = /<article>.*<\/article>/s.exec(text)?.[0] ?? ""; // Its style sheet is for the document alone.
      const found = new DOMParser().parseFromString(written, "text/html");
      for (const said of found.querySelectorAll("h1, .overview")) said.remove();
      article.current?.replaceChildren(...(found.querySelector("article")?.childNodes ?? []));
    });
    return () => {
      gone = true;
    };
  }, [path]);
  return (
    <section id="rules" aria-label={t("rules")}>
      <div class="row rules-head">
        <h2>{t("rules")}</h2>
        <a class="button" href={path} download={`${t("file", { name: said(kind.name) })}.html`}>
          {t("download")}
        </a>
        <button type="button" onClick={() => print()}>
          {t("print")}
        </button>
      </div>
      <article ref={article} class="rules" />
    </section>
  );
}
