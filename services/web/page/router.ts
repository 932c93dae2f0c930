/** Router: which page is shown, by the address; links are plain `<a href>`. */
import { signal } from "@preact/signals";

export const path = signal(location.pathname);
export const query = signal(location.search);

/** Goes to a page of ours; `replace` where going back should skip this one. */
export function go(to: string, { replace = false } = {}): void {
  const url = new URL(to, location.href);
  if (url.pathname + url.search === path.value + query.value) return;
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  if (!arrive() || replace) return;
  scrollTo(0, 0);
}

/** Returns the parts of a path that a pattern such as `/tables/:game` names, null where it does not fit. */
export function match(pattern: string, given: string): Record<string, string> | null {
  const names: string[] = [];
  const source = pattern.replace(/:(\w+)/g, (_, name) => {
    names.push(name);
    return "([^/]+)";
  });
  const found = new RegExp(`^${source}/?$`).exec(given);
  return found && Object.fromEntries(names.map((name, place) => [name, decodeURIComponent(found[place + 1] ?? "")]));
}

export function startRouter(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/v1/") || link.hash) return;
    event.preventDefault();
    go(link.href);
  });
}

/** Takes in where the browser is now; returns whether that is another page. */
function arrive(): boolean {
  const moved = path.value !== location.pathname;
  path.value = location.pathname;
  query.value = location.search;
  return moved;
}
