import { WebSocket } from 'ws';

type Options = {
  url: string;
  auth: { token: string; tenantId: string };
  onConnected: () => void;
  /** Called with the refusal of a handshake. */
  onRefused: (refusal: unknown) => void;
};

/** Delays before the next try, like those of the workstation. */
const [minDelayMs, maxDelayMs] = [500, 2_000];

/** A socket that connects again until it is closed. It costs a tenth of a full client, so that a test can hold thousands. */
export function openBareSocket({ url, auth, onConnected, onRefused }: Options) {
  const address = `${url.replace(/^http/, 'ws')}/infra/im/?EIO=4&transport=websocket`;
  let [isConnected, isOver] = [false, false];
  let link: WebSocket;
  let timer: NodeJS.Timeout;

  function receive(frame: string) {
    if (frame === '2') return link.send('3');
    if (frame.startsWith('0')) return link.send(`40${JSON.stringify(auth)}`);
    if (frame.startsWith('44')) {
      onRefused(JSON.parse(frame.slice(2)));
      return link.close();
    }
    if (!frame.startsWith('40')) return;
    isConnected = true;
    onConnected();
  }

  function connect() {
    link = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout: 60_000 });
    link.on('message', (data) => receive(String(data)));
    link.on('error', () => {});
    link.once('close', () => {
      isConnected = false;
      if (!isOver) timer = setTimeout(connect, minDelayMs + Math.random() * (maxDelayMs - minDelayMs));
    });
  }

  connect();
  return {
    isConnected: () => isConnected,
    close() {
      isOver = true;
      clearTimeout(timer);
      link.terminate();
    },
  };
}

export type BareSocket = ReturnType<typeof openBareSocket>;
