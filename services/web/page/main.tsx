/** Main: puts the page together and starts it. */
import { render } from "preact";
import { pause } from "./api.ts";
import { App } from "./app.tsx";
import { learnKinds } from "./kinds.ts";
import { recall } from "./me.ts";
import { startMine } from "./mine.ts";
import { startRouter } from "./router.ts";
import { applySettings } from "./settings.ts";
import { startStream } from "./stream.ts";
import "./style/main.css";

const AGAIN_MS = 3_000;

applySettings();
startRouter();
startStream();
startMine();
render(<App />, document.body);
void insist(recall);
void insist(learnKinds);

/** Does what the page cannot be without, however long the server is away. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(AGAIN_MS);
    }
  }
}
