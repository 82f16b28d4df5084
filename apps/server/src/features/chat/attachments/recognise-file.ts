import { isUtf8 } from 'node:buffer'
import { message, type Message } from '@parlance/contract'
import { recogniseTableFile } from '@parlance/drivers'
import { AppError } from '../../../lib/errors.ts'

export interface RecognisedFile {
  kind: 'table' | 'text' | 'image' | 'document' | 'audio'
  /** From our own list, not from the sender. */
  mimeType: string
  /** Includes the dot. */
  extension: string
}

interface Signature extends RecognisedFile {
  matches: (bytes: Buffer) => boolean
}

const at =
  (text: string, place = 0) =>
  (bytes: Buffer) =>
    bytes.toString('latin1', place, place + text.length) === text
const both = (first: (bytes: Buffer) => boolean, second: (bytes: Buffer) => boolean) => (bytes: Buffer) =>
  first(bytes) && second(bytes)

const signatures: Signature[] = [
  { kind: 'image', mimeType: 'image/png', extension: '.png', matches: at('\x89PNG\r\n\x1a\n') },
  { kind: 'image', mimeType: 'image/jpeg', extension: '.jpg', matches: at('\xff\xd8\xff') },
  { kind: 'image', mimeType: 'image/gif', extension: '.gif', matches: at('GIF8') },
  { kind: 'image', mimeType: 'image/webp', extension: '.webp', matches: both(at('RIFF'), at('WEBP', 8)) },
  { kind: 'document', mimeType: 'application/pdf', extension: '.pdf', matches: at('%PDF-') },
  { kind: 'audio', mimeType: 'audio/wav', extension: '.wav', matches: both(at('RIFF'), at('WAVE', 8)) },
  { kind: 'audio', mimeType: 'audio/ogg', extension: '.ogg', matches: at('OggS') },
  { kind: 'audio', mimeType: 'audio/flac', extension: '.flac', matches: at('fLaC') },
  { kind: 'audio', mimeType: 'audio/webm', extension: '.webm', matches: at('\x1a\x45\xdf\xa3') },
  { kind: 'audio', mimeType: 'audio/mp4', extension: '.m4a', matches: at('ftyp', 4) },
  { kind: 'audio', mimeType: 'audio/mpeg', extension: '.mp3', matches: at('ID3') },
  { kind: 'audio', mimeType: 'audio/mpeg', extension: '.mp3', matches: isMpegFrame },
]

/** Checks for eleven set bits and an existing version and layer. */
function isMpegFrame(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) !== 0
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const isZip = at('PK\x03\x04')

/**
 * Recognizes a file's type by its bytes. The sent name and type only decide between kinds of text.
 * @throws AppError file_refused
 */
export function recogniseFile(bytes: Buffer, said: { name: string; mimeType: string; place: number }): RecognisedFile {
  const called = said.name || `file_${said.place + 1}`
  const found = signatures.find(({ matches }) => matches(bytes))
  if (said.mimeType.startsWith('audio/') && found?.kind !== 'audio') {
    throw refused(message("This recording can't be read as audio. Record it again, or type your question."), said.place)
  }
  if (found) return { kind: found.kind, mimeType: found.mimeType, extension: found.extension }
  const table = recogniseTableFile(bytes, said.name)
  if (table === 'old-office')
    throw refused(
      message('{name} is in an old Office format or has a password. Save it as .xlsx without a password.', {
        name: called,
      }),
      said.place,
    )
  if (table === 'workbook' || (isZip(bytes) && said.mimeType === sheetType))
    return { kind: 'table', mimeType: sheetType, extension: '.xlsx' }
  if (isZip(bytes)) throw refused(unknownKind(called), said.place)
  if (table === 'text' || /^text\/(csv|tab-separated-values)/.test(said.mimeType))
    return { kind: 'table', mimeType: 'text/csv', extension: '.csv' }
  if (isUtf8(bytes) && !bytes.includes(0)) return { kind: 'text', mimeType: 'text/plain', extension: '.txt' }
  throw refused(unknownKind(called), said.place)
}

function unknownKind(name: string): Message {
  return message("{name} can't be read. Send a CSV, Excel (.xlsx), image, PDF, text, or audio file.", { name })
}

function refused(detail: Message, file: number): AppError {
  return new AppError('file_refused', { detail, file })
}
