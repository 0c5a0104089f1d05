/** Starts the client on the command of its arguments and then does nothing: what is left when this is killed? */
import { PiClient } from "../../src/pi/client";

const nothing = () => undefined;
const handlers = { onEvent: nothing, onUiRequest: nothing, onUnknownUiRequest: nothing, onExit: nothing };
void PiClient.start({ cmd: process.argv.slice(2), cwd: process.cwd(), handlers });
