/**
 * Carries packets between the processes of one database. Every process gets every packet, its own included, and those of
 * one sender in their order.
 */
export type Transport = {
  /** Rejects while the packet cannot be sent; it may be sent again, because receivers ignore a repeated one. */
  send(packet: string): Promise<void>;
  /** Opens its connections anew, because what is sent does not arrive. */
  reconnect(): void;
  close(): Promise<void>;
};

export type OpenTransport = (onPacket: (packet: string) => void) => Promise<Transport>;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
