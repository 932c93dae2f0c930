/** Lobby: the tables that wait for somebody, and the games that run. */
import { Page } from "../shell/page.tsx";

export function Lobby() {
  return <Page title="Zugfolge" />;
}
