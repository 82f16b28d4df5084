import { attachmentLimits, type MessagePart } from '@parlance/contract'

/** A file in a message. */
export interface OutgoingFile {
  name: string
  type: string
  /** In base64. */
  data: string
}

/** Why a file is refused: a text with its values, for translation. */
export interface Refusal {
  text: string
  values: Record<string, string | number>
}

const megabytes = attachmentLimits.totalBytes / 1024 / 1024
/** The first bytes of a file that show whether it is text. */
const sniffedBytes = 64 * 1024
const known =
  /^(text\/.*|audio\/.*|image\/(png|jpeg|gif|webp)|application\/(pdf|json|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet))$/
const knownName = /\.(csv|tsv|xls[xm]|png|jpe?g|gif|webp|pdf|txt|md|json|sql|wav|ogg|flac|webm|m4a|mp3)$/i
const oldOffice = /\.(xls|doc|ppt)$/i

/**
 * Splits chosen files into those that the server accepts in addition to the existing ones, and reasons for the others.
 */
export async function admitFiles(
  chosen: File[],
  present: { size: number }[],
): Promise<{ admitted: File[]; refusals: Refusal[] }> {
  const admitted: File[] = []
  const refusals: Refusal[] = []
  let total = present.reduce((sum, file) => sum + file.size, 0)
  for (const file of chosen) {
    const refusal = await refusalOf(file)
    if (refusal !== null) refusals.push(refusal)
    else if (present.length + admitted.length >= attachmentLimits.count) {
      refusals.push({
        text: 'You can attach up to {count} files to a message.',
        values: { count: attachmentLimits.count },
      })
      break
    } else if (total + file.size > attachmentLimits.totalBytes) {
      const text = '{name} is too large. The files in a message can total up to {megabytes} MB.'
      refusals.push({ text, values: { name: file.name, megabytes } })
    } else {
      total += file.size
      admitted.push(file)
    }
  }
  return { admitted, refusals }
}

/** The files as parts of a message. */
export function filePartsOf(files: OutgoingFile[]): MessagePart[] {
  return files.map(({ name, type, data }) => ({ inlineData: { data, mimeType: type, displayName: name } }))
}

/** Reads files to send. Rejects if one is gone or unreadable. */
export function readFiles(files: File[]): Promise<OutgoingFile[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, type: file.type, data: await base64Of(file) })))
}

async function refusalOf(file: File): Promise<Refusal | null> {
  const values = { name: file.name }
  if (file.size === 0) return { text: '{name} is empty.', values }
  if (oldOffice.test(file.name)) {
    return {
      text: '{name} is in an old Office format or has a password. Save it as .xlsx without a password.',
      values,
    }
  }
  if (known.test(file.type) || knownName.test(file.name) || (await isText(file))) return null
  const text = "{name} can't be read. Send a CSV, Excel (.xlsx), image, PDF, text, or audio file."
  return { text, values }
}

async function isText(file: File): Promise<boolean> {
  try {
    const bytes = await file.slice(0, sniffedBytes).arrayBuffer()
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }).includes('\0')
  } catch {
    return false
  }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })
}
