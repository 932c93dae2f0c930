/** Account: who somebody is here: register, sign in and out, be called otherwise, take one's data, be forgotten. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../api.ts";
import { day } from "../clock.ts";
import { act, become, me } from "../me.ts";
import { attempt, tell } from "../notices.tsx";
import { Page } from "../shell/page.tsx";
import type { Person } from "../wire.ts";
import { t } from "./words.ts";

interface Entry {
  player: Person;
}

interface Me extends Entry {
  registered: boolean;
  created_at: string;
}

const NAME_MAX = 24;
const PASSWORD = { least: 8, most: 200 };

export function Account() {
  const about = useSignal<Me | null>(null);
  const id = me.value?.id;
  const name = me.value?.name;
  useEffect(() => {
    about.value = null;
    if (id) {
      void attempt(() => ask<Me>("GET", "/v1/me")).then((told) => {
        about.value = told ?? null;
      });
    }
  }, [id, name]);
  const registered = about.value?.registered ?? false;
  return (
    <Page title={t("account")} class="account">
      {me.value ? <Known person={me.value} about={about.value} /> : <p>{t("nobody")}</p>}
      <div class="cards">
        {me.value && <Rename key={me.value.name} name={me.value.name} />}
        {!registered && <Entering path="/v1/players" title={t("register")} autocomplete="new-password" />}
        {!registered && (
          <Entering path="/v1/sessions" title={t("signIn")} autocomplete="current-password">
            {me.value && <p class="muted">{t("signInGuest")}</p>}
          </Entering>
        )}
        {me.value && <Data />}
      </div>
    </Page>
  );
}

function Known({ person, about }: { person: Person; about: Me | null }) {
  return (
    <section class="row" aria-label={person.name}>
      <p>
        <strong>{person.name}</strong>{" "}
        {about && `${t(about.registered ? "registered" : "guest")} ${t("since", { day: day(about.created_at) })}`}
      </p>
      <a class="button" href={`/players/${encodeURIComponent(person.name)}`}>
        {t("yourPage")}
      </a>
      <button
        type="button"
        title={about && !about.registered ? t("signOutGuest") : undefined}
        onClick={() => void signOut()}
      >
        {t("signOut")}
      </button>
    </section>
  );
}

function Entering(props: {
  path: string;
  title: string;
  autocomplete: "new-password" | "current-password";
  children?: ComponentChildren;
}) {
  const [name, password] = [useSignal(""), useSignal("")];
  async function enter(): Promise<void> {
    const typed = { name: name.value.trim(), password: password.value };
    const entry = await attempt(() => ask<Entry>("POST", `${props.path}?cookie=1`, typed));
    if (entry) become(entry.player);
  }
  return (
    <Form title={props.title} submit={enter}>
      <NameField value={name} autocomplete="username" />
      <label>
        {t("password")}
        <input
          type="password"
          required
          minLength={PASSWORD.least}
          maxLength={PASSWORD.most}
          autocomplete={props.autocomplete}
          placeholder={t("passwordHint")}
          value={password.value}
          onInput={(event) => {
            password.value = event.currentTarget.value;
          }}
        />
      </label>
      {props.children}
      <button type="submit" class="main">
        {props.title}
      </button>
    </Form>
  );
}

function Rename({ name: old }: { name: string }) {
  const name = useSignal(old);
  async function rename(): Promise<void> {
    const told = await attempt(() => act<Me>("PATCH", "/v1/me", { name: name.value.trim() }));
    if (!told) return;
    become(told.player);
    tell(t("renamed", { name: told.player.name }));
  }
  return (
    <Form title={t("rename")} submit={rename}>
      <NameField value={name} autocomplete="off" />
      <p class="muted">{t("renameHint")}</p>
      <button type="submit" disabled={name.value.trim() === old}>
        {t("rename")}
      </button>
    </Form>
  );
}

function Form(props: { title: string; submit: () => Promise<void>; children: ComponentChildren }) {
  return (
    <form
      class="card"
      aria-label={props.title}
      onSubmit={(event) => {
        event.preventDefault();
        void props.submit();
      }}
    >
      <h2>{props.title}</h2>
      {props.children}
    </form>
  );
}

function NameField({ value, autocomplete }: { value: Signal<string>; autocomplete: "username" | "off" }) {
  return (
    <label>
      {t("name")}
      <input
        type="text"
        required
        maxLength={NAME_MAX}
        autocomplete={autocomplete}
        placeholder={t("nameHint")}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}

function Data() {
  const asking = useRef<HTMLDialogElement>(null);
  return (
    <section class="card" aria-label={t("data")}>
      <h2>{t("data")}</h2>
      <div class="row">
        <a class="button" href="/v1/me/export" download="zugfolge.json">
          {t("export")}
        </a>
        <button type="button" class="danger" onClick={() => asking.current?.showModal()}>
          {t("erase")}
        </button>
      </div>
      <dialog ref={asking} aria-labelledby="erase-ask">
        <h2 id="erase-ask">{t("eraseAsk")}</h2>
        <p>{t("eraseText")}</p>
        <form method="dialog" class="row">
          <button type="submit">{t("cancel")}</button>
          <button type="submit" class="danger" onClick={() => void erase()}>
            {t("eraseDo")}
          </button>
        </form>
      </dialog>
    </section>
  );
}

async function signOut(): Promise<void> {
  if ((await attempt(() => act("DELETE", "/v1/sessions"))) !== undefined) become(null);
}

async function erase(): Promise<void> {
  if ((await attempt(() => act("DELETE", "/v1/me"))) !== undefined) become(null);
}
