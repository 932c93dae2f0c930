/** Page: what every page begins with: its title, which is also what a screen reader is led to. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "./words.ts";

/** Shows a page under its title; `heading` instead of it where the title is more than words. */
export function Page(props: {
  title: string;
  heading?: ComponentChildren;
  class?: string;
  children?: ComponentChildren;
}) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = props.title === "Zugfolge" ? props.title : `${props.title} · Zugfolge`;
  }, [props.title]);
  useEffect(() => {
    if (document.activeElement !== document.body) top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="content" class={props.class}>
      <h1 ref={top} tabIndex={-1}>
        {props.heading ?? props.title}
      </h1>
      {props.children}
    </main>
  );
}

export function Nowhere() {
  return (
    <Page title={t("nothing")}>
      <p>{t("nothingText")}</p>
      <p>
        <a class="button" href="/">
          {t("toLobby")}
        </a>
      </p>
    </Page>
  );
}

export function Loading() {
  return (
    <main id="content">
      <p class="muted" role="status">
        {t("loading")}
      </p>
    </main>
  );
}
