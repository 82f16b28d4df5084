import { message, attachmentLimits } from '@parlance/contract'
import type { MessagePart } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import { recogniseFile, type RecognisedFile } from './recognise-file.ts'

/** A file of a message. Its type comes from its bytes, not from its sender. */
export interface Attachment extends RecognisedFile {
  /** Contains nothing that a path, a header or a page would interpret. Unique in its message. */
  name: string
  bytes: Buffer
  /** Its position among the message's files, from 0. */
  place: number
}

/** The most characters of a file name in a URL, with room for a number. */
const longestName = 180

/** Splits a message into its text and its files. @throws AppError payload_too_large, bad_request, file_refused */
export function readParts(parts: MessagePart[]): { text: string; attachments: Attachment[] } {
  const text = parts
    .flatMap((part) => ('text' in part ? [part.text] : []))
    .join('\n')
    .trim()
  const files = parts.flatMap((part) => ('text' in part ? [] : [fileOf(part)]))
  if (files.length > attachmentLimits.count) {
    throw new AppError('payload_too_large', {
      detail: message('You can attach up to {count} files to a message.', { count: attachmentLimits.count }),
    })
  }
  return { text, attachments: readFiles(files) }
}

interface SentFile {
  data: string
  mimeType: string
  name: string | null
}

function fileOf(part: Exclude<MessagePart, { text: string }>): SentFile {
  if ('inlineData' in part) {
    const { data, mimeType = '', displayName = null } = part.inlineData
    return { data, mimeType, name: displayName }
  }
  if ('inline_data' in part) {
    const { data, mime_type: mimeType = '', display_name: name = null } = part.inline_data
    return { data, mimeType, name }
  }
  const { data, mimeType = '', name = null } = part
  return { data, mimeType, name }
}

function readFiles(files: SentFile[]): Attachment[] {
  const taken = new Set<string>()
  let total = 0
  return files.map((file, index) => {
    const bytes = decode(file.data, index)
    total += bytes.length
    if (total > attachmentLimits.totalBytes) {
      const megabytes = attachmentLimits.totalBytes / 1024 / 1024
      throw new AppError('payload_too_large', {
        detail: message('The files in a message can total up to {megabytes} MB. Remove some of them.', { megabytes }),
        file: index,
      })
    }
    const said = safeName(file.name ?? '')
    const recognised = recogniseFile(bytes, { name: said, mimeType: file.mimeType, place: index })
    const name = uniqueName(said || `file_${index + 1}${recognised.extension}`, taken)
    return { ...recognised, name, bytes, place: index }
  })
}

function decode(data: string, file: number): Buffer {
  const base64 = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
  const bytes = Buffer.from(base64, 'base64')
  if (base64 === '' || !(isWholly(base64, bytes) || /^[A-Za-z0-9+/_\-\s]+={0,2}$/.test(base64.trimEnd()))) {
    throw new AppError('bad_request', {
      detail: message('A file is empty or is not valid base64. Send it again.'),
      file,
    })
  }
  return bytes
}

/** Whether every character was decoded. A pattern would check megabytes character by character. */
function isWholly(base64: string, bytes: Buffer): boolean {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  const letters = base64.length - padding
  return letters > 0 && letters % 4 !== 1 && bytes.length === Math.floor((letters * 3) / 4)
}

/** Reduces the last part of a path to letters, digits and a few signs that are safe in headers, pages, and folders. */
function safeName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()-]+/gu, '_')
    .replace(/^[. ]+/, '')
    .trim()
  const extension = /\.\w{1,8}$/.exec(plain)?.[0] ?? ''
  let stem = Array.from(extension === '' ? plain : plain.slice(0, -extension.length))
  while (encodeURIComponent(stem.join('') + extension).length > longestName) stem = stem.slice(0, -1)
  return stem.join('').trim() + extension
}

/** A second 'a.csv' becomes 'a (2).csv'. */
export function uniqueName(name: string, taken: Set<string>): string {
  const extension = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  const stem = extension === '' ? name : name.slice(0, -extension.length)
  let free = name
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${extension}`
  taken.add(free.toLowerCase())
  return free
}
