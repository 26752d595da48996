import { concatMap, filter, firstValueFrom, map, ReplaySubject, Subject, timeout } from 'rxjs';
import { io, type Socket } from 'socket.io-client';
import {
  type PatientOrder,
  patientCancelOrder,
  patientCreateOrder,
  patientOrders,
  patientRateOrder,
} from '../contract/extension/patient.ts';
import { queryImMessages } from '../contract/http/im.ts';
import { ClientMessageId, type ConversationId } from '../contract/ids.ts';
import { ConversationEvent, type ImMessage, MessageType, SendAck, SenderType, TextContent } from '../contract/im.ts';
import type { InputOf } from '../contract/operation.ts';
import { JoinAck } from '../contract/socket.ts';
import { calls } from './calls.ts';
import { retryAfterMsOf, signInPatient } from './signIn.ts';

type Needs = {
  readonly url: string;
  readonly hospitalId: string;
  readonly language: 'en' | 'zh-CN';
  readonly mobile: string;
  readonly password: string;
  readonly newId: () => string;
};

const ackTimeoutMs = 5_000;

/**
 * A patient's phone: signs in, opens orders, and keeps one conversation complete through lost links and server
 * restarts, by the same rules as the workstation: resend under the same id until acknowledged, fill gaps by seq.
 */
export async function openPhone({ url, hospitalId, language, mobile, password, newId }: Needs) {
  let token: string | null = null;
  const { call, upload } = calls({ url, hospitalId, language, token: () => token });
  const device = newId();
  const signIn = async () => {
    const login = await signInPatient(call, { mobile, password, device });
    token = login.accessToken;
    return login;
  };
  const { name, patientId, birthday = null } = await signIn();
  const socket: Socket = io(url, {
    path: '/infra/im',
    transports: ['websocket'],
    auth: (give) => give({ token, tenantId: hospitalId }),
    reconnectionDelay: 200,
    reconnectionDelayMax: 3_000,
  });
  let closed = false;
  let isEntering = false;

  /** Signs in again and reconnects, however long the platform is unreachable. */
  async function enterAgain() {
    while (!closed) {
      try {
        await signIn();
        socket.connect();
        return;
      } catch (cause) {
        await pause(retryAfterMsOf(cause) ?? 1_000);
      }
    }
  }
  const enterOnce = () => {
    if (isEntering) return;
    isEntering = true;
    void enterAgain().finally(() => {
      isEntering = false;
    });
  };
  socket.on('connect_error', () => {
    if (!socket.active) enterOnce();
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') enterOnce();
  });

  const events$ = new ReplaySubject<ConversationEvent>(500);
  const hints$ = new Subject<ConversationId>();
  const cursors = new Map<ConversationId, number>();

  /** Loads all events after the cursor, in order; pushes are only hints. */
  async function catchUp(conversationId: ConversationId): Promise<void> {
    for (let more = true; more; ) {
      const afterSeq = cursors.get(conversationId) ?? 0;
      const page = await call(queryImMessages, { conversationId, afterSeq, limit: 200 });
      for (const event of page.events) events$.next(event);
      const reached = Math.max(afterSeq, page.coveredTo);
      cursors.set(conversationId, reached);
      more = reached < page.headSeq && reached > afterSeq;
    }
  }
  // A call fails while the platform is away; the socket is then lost too, and joining again catches up.
  const following = hints$.pipe(concatMap((id) => catchUp(id).catch(() => {}))).subscribe();
  socket.on('conversation:event', (sent: unknown) => {
    const event = ConversationEvent.safeParse(sent);
    if (event.success && event.data.seq > (cursors.get(event.data.conversationId) ?? 0))
      hints$.next(event.data.conversationId);
  });
  const join = async (id: ConversationId) => {
    const answer = JoinAck.safeParse(
      await socket.timeout(ackTimeoutMs).emitWithAck('conversation:join', { conversationIds: [id] }),
    );
    if (answer.success && answer.data.ok) hints$.next(id);
  };
  /** Joins until the platform answers. A lost link ends the attempts, because every connection joins again. */
  async function joinAgain(id: ConversationId) {
    while (socket.connected) {
      try {
        return await join(id);
      } catch {
        await pause(300);
      }
    }
  }
  socket.on('connect', () => {
    for (const id of cursors.keys()) void joinAgain(id);
  });

  /** Sends until the platform has stored or refused it; the same id is stored once. */
  async function send(conversationId: ConversationId, type: number, content: unknown) {
    const message = {
      clientMessageId: ClientMessageId.parse(newId()),
      conversationId,
      type,
      content: JSON.stringify(content),
    };
    for (;;) {
      if (closed) throw new Error('the phone is switched off');
      try {
        const ack = SendAck.parse(await socket.timeout(ackTimeoutMs).emitWithAck('message:send', message));
        if (ack.ok) return { ...message, ...ack };
        if (ack.why !== 'rateLimited') throw new Error(`${ack.why}: ${ack.message}`);
        await pause(ack.retryAfterMs ?? 1_000);
      } catch (error) {
        if (error instanceof Error && !/timeout|timed out|disconnect/i.test(error.message)) throw error;
        await pause(300);
      }
    }
  }

  return {
    name,
    mobile,
    patientId,
    birthday,
    call,
    upload,
    events$: events$.asObservable(),
    /** The doctor's messages as they arrive. */
    heard$: events$.pipe(
      filter((event) => event.kind === 'message'),
      map(({ message }): ImMessage => message),
      filter(({ senderType }) => senderType === SenderType.doctor),
    ),
    orders: () => call(patientOrders, {}),
    async opensOrder(
      chiefComplaint: string,
      consultType = 1,
      images: string[] = [],
      intake?: InputOf<typeof patientCreateOrder>['intake'],
    ): Promise<PatientOrder> {
      const order = await call(patientCreateOrder, {
        consultType,
        chiefComplaint,
        images,
        ...(intake ? { intake } : {}),
      });
      await this.follows(order.conversationId);
      return order;
    },
    /** Starts keeping a conversation complete. */
    async follows(conversationId: ConversationId): Promise<void> {
      if (!cursors.has(conversationId)) cursors.set(conversationId, 0);
      await join(conversationId);
    },
    says: (conversationId: ConversationId, text: string) => send(conversationId, MessageType.text, { content: text }),
    send,
    typing: (conversationId: ConversationId) => socket.emit('typing', { conversationId }),
    reads: (conversationId: ConversationId, readUpTo: number) =>
      socket.timeout(ackTimeoutMs).emitWithAck('message:read', { conversationId, readUpTo }),
    received: (conversationId: ConversationId, deliveredUpTo: number) =>
      socket.timeout(ackTimeoutMs).emitWithAck('message:delivered', { conversationId, deliveredUpTo }),
    cancels: (order: PatientOrder) => call(patientCancelOrder, { id: order.id }),
    rates: (order: PatientOrder, stars: number, comment: string) =>
      call(patientRateOrder, { id: order.id, stars, comment }),
    goesOffline: () => void socket.disconnect(),
    returns: () => void socket.connect(),
    /** Resolves when the doctor has sent this text. */
    hears(text: string, withinMs = 30_000): Promise<ImMessage> {
      const said = (message: ImMessage) => textOf(message).includes(text);
      return firstValueFrom(this.heard$.pipe(filter(said), timeout(withinMs)));
    },
    close() {
      closed = true;
      following.unsubscribe();
      socket.disconnect();
    },
  };
}

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/** Text of a text message; empty for other kinds. */
export function textOf(message: ImMessage): string {
  if (message.type !== MessageType.text) return '';
  const content = TextContent.safeParse(JSON.parse(message.content || '{}'));
  return content.success ? content.data.content : '';
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
