/** Header: the brand, who plays here, the password field, and how the page is shown. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Waiting } from "../lobby/foryou.tsx";
import { me } from "../me.ts";
import { blinking, moving, theme } from "../settings.ts";
import { language } from "../words.ts";
import { WordField } from "./word.tsx";
import { t } from "./words.ts";

export function Header() {
  return (
    <header class="shell">
      <a class="skip" href="#content">
        {t("skip")}
      </a>
      <a class="brand" href="/" title={t("home")}>
        Zugfolge
      </a>
      <nav>
        <Waiting />
        <a href="/account" title={t("account")}>
          {me.value?.name ?? t("nobody")}
        </a>
        <View />
      </nav>
      <WordField />
    </header>
  );
}

function View() {
  return (
    <details class="view" onToggle={(event) => event.currentTarget.open && closeOutside(event.currentTarget)}>
      <summary>{t("view")}</summary>
      <div class="card">
        <label>
          {t("language")}
          <select
            value={language.value}
            onChange={(event) => {
              language.value = event.currentTarget.value === "de" ? "de" : "en";
            }}
          >
            <option value="de" lang="de">
              Deutsch
            </option>
            <option value="en" lang="en">
              English
            </option>
          </select>
        </label>
        <label>
          {t("theme")}
          <select
            value={theme.value}
            onChange={(event) => {
              theme.value = event.currentTarget.value as typeof theme.value;
            }}
          >
            <option value="auto">{t("auto")}</option>
            <option value="light">{t("light")}</option>
            <option value="dark">{t("dark")}</option>
          </select>
        </label>
        <Check of={moving}>{t("moving")}</Check>
        <Check of={blinking}>{t("blinking")}</Check>
      </div>
    </details>
  );
}

function Check({ of, children }: { of: Signal<boolean>; children: ComponentChildren }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={of.value}
        onChange={(event) => {
          of.value = event.currentTarget.checked;
        }}
      />
      {children}
    </label>
  );
}

/** Closes an open menu as soon as something else is meant. */
function closeOutside(menu: HTMLDetailsElement): void {
  const ended = new AbortController();
  const close = (): void => {
    menu.open = false;
    ended.abort();
  };
  const { signal } = ended;
  addEventListener("pointerdown", (event) => !menu.contains(event.target as Node) && close(), { signal });
  addEventListener("focusin", (event) => !menu.contains(event.target as Node) && close(), { signal });
  menu.addEventListener("toggle", () => !menu.open && ended.abort(), { signal });
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    close();
    menu.querySelector("summary")?.focus();
  };
  addEventListener("keydown", leave, { signal });
}
