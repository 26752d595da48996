/** One frame of RFC 6455 with its original bytes. `text` is null unless it is a whole text message. */
export type Frame = { bytes: Buffer; text: string | null };

/** Splits a byte stream into WebSocket frames; incomplete frames wait for the rest. */
export function frameReader() {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer): Frame[] => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const frames: Frame[] = [];
    for (let frame = readFrame(rest); frame !== null; frame = readFrame(rest)) {
      frames.push(frame);
      rest = rest.subarray(frame.bytes.length);
    }
    return frames;
  };
}

function readFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null;
  const short = bytes.readUInt8(1) & 0x7f;
  const extra = short === 127 ? 8 : short === 126 ? 2 : 0;
  const isMasked = (bytes.readUInt8(1) & 0x80) !== 0;
  const head = 2 + extra + (isMasked ? 4 : 0);
  if (bytes.length < head) return null;
  const length = extra === 8 ? Number(bytes.readBigUInt64BE(2)) : extra === 2 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < head + length) return null;
  const frame = bytes.subarray(0, head + length);
  const isWholeText = frame.readUInt8(0) === 0x81;
  return { bytes: frame, text: isWholeText ? payload(frame, head, isMasked).toString() : null };
}

function payload(frame: Buffer, head: number, isMasked: boolean): Buffer {
  if (!isMasked) return frame.subarray(head);
  const mask = frame.subarray(head - 4, head);
  return Buffer.from(frame.subarray(head).map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
}

/** A text frame. A browser's frames must be masked; a mask of zeros is valid. */
export function textFrame(text: string, isMasked: boolean): Buffer {
  const body = Buffer.from(text);
  const bit = isMasked ? 0x80 : 0;
  const size = body.length < 126 ? Buffer.alloc(2) : Buffer.alloc(body.length < 65_536 ? 4 : 10);
  size.writeUInt8(0x81, 0);
  if (size.length === 2) size.writeUInt8(bit | body.length, 1);
  else if (size.length === 4) {
    size.writeUInt8(bit | 126, 1);
    size.writeUInt16BE(body.length, 2);
  } else {
    size.writeUInt8(bit | 127, 1);
    size.writeBigUInt64BE(BigInt(body.length), 2);
  }
  return Buffer.concat([size, Buffer.alloc(isMasked ? 4 : 0), body]);
}
