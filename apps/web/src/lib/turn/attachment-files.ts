import { attachmentLimits, message, type Message, type MessagePart } from '@parlance/contract'

/** A file in a message. */
export interface OutgoingFile {
  name: string
  type: string
  /** In base64. */
  data: string
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
): Promise<{ admitted: File[]; refusals: Message[] }> {
  const admitted: File[] = []
  const refusals: Message[] = []
  let total = present.reduce((sum, file) => sum + file.size, 0)
  for (const file of chosen) {
    const refusal = await refusalOf(file)
    if (refusal !== null) refusals.push(refusal)
    else if (present.length + admitted.length >= attachmentLimits.count) {
      refusals.push(message('You can attach up to {n, number} files.', { n: attachmentLimits.count }))
      break
    } else if (total + file.size > attachmentLimits.totalBytes) {
      const values = { name: file.name, megabytes }
      refusals.push(
        message('{name} is too large. All files of a question together can be up to {megabytes, number} MB.', values),
      )
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

async function refusalOf(file: File): Promise<Message | null> {
  const values = { name: file.name }
  if (file.size === 0) return message('{name} is empty.', values)
  if (oldOffice.test(file.name)) {
    return message('{name} is an old or protected Office file. Save it as .xlsx or PDF without a password.', values)
  }
  if (known.test(file.type) || knownName.test(file.name) || (await isText(file))) return null
  return message(
    '{name} has an unsupported file type. Attach a CSV, Excel (.xlsx), image, PDF, text, or audio file.',
    values,
  )
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
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Could not read the file')))
    reader.readAsDataURL(file)
  })
}
