import { auditTextsOf } from './audit-actions.ts'
import type { AuditEntry, AuditValue } from './audit.ts'
import { auditFields, auditTargets, auditValues, type AuditField } from './audit-fields.ts'
import { errorTable } from './errors.ts'
import { formatMessage } from './format-message.ts'
import { joinMessages, message, verbatim, type Message } from './messages.ts'

/** What a sentence is made from. The outcome of a newer server can be unknown. */
export type SentenceSource = Pick<
  AuditEntry,
  'action' | 'user_id' | 'user_email' | 'address' | 'target_kind' | 'target_id' | 'target_name' | 'detail'
> &
  Pick<AuditEntry, 'changes' | 'names'> & { outcome: string }

/** The parts of a sentence that a screen can link. */
export interface SentenceParts {
  who: Message
  target: Message
  user: Message
}

/** @returns the words for the actor, the target, and the user that an entry names */
export function auditParts(entry: SentenceSource): SentenceParts {
  const { user_id: id, user_email: email, detail, names } = entry
  const user = detail['user']
  return {
    who: id === null ? actorOf(entry) : verbatim(email ?? id),
    target: targetOf(entry),
    user: typeof user === 'string' ? verbatim(names[user] ?? user) : message('a user'),
  }
}

/**
 * Says an entry as one sentence, without a period. If the action did not happen, the sentence names no reason.
 * @param parts replaces the names of the sentence, for a screen that links them
 */
export function auditSentence(entry: SentenceSource, parts: SentenceParts = auditParts(entry)): Message {
  const known = auditTextsOf(entry.action)
  const texts = entry.target_kind === null && known?.withoutTarget !== undefined ? known.withoutTarget : known
  if (texts === undefined) {
    return message('{who} did {action} with {target}', { ...parts, action: entry.action })
  }
  if (entry.outcome !== 'allowed') return { text: texts.failed, values: { ...parts } }
  if (known?.isChange !== true || entry.changes.length === 0) {
    return { text: texts.done, values: { ...parts, files: filesOf(entry) } }
  }
  return changeSentence(entry, parts)
}

/** The names of uploaded files, which are one text. */
function filesOf({ detail }: SentenceSource): Message {
  const { files } = detail
  return typeof files === 'string' ? verbatim(files) : message('files')
}

function changeSentence({ changes, target_kind: kind }: SentenceSource, parts: SentenceParts): Message {
  const [first] = changes
  if (changes.length > 1 || first === undefined) {
    const fields = { fields: listOf(changes.map(({ field }) => fieldNoun(field))) }
    return kind === null
      ? message('{who} changed the {fields}', { ...parts, ...fields })
      : message('{who} changed the {fields} of {target}', { ...parts, ...fields })
  }
  const field = fieldNoun(first.field)
  const values = {
    ...parts,
    field,
    from: auditValue(first.field, first.before),
    to: auditValue(first.field, first.after),
  }
  const isFirst = first.before === null
  if (first.is_hidden) {
    return kind === null
      ? message('{who} changed the {field}', values)
      : message('{who} changed the {field} of {target}', values)
  }
  if (kind === null) {
    return isFirst
      ? message('{who} set the {field} to {to}', values)
      : message('{who} changed the {field} from {from} to {to}', values)
  }
  return isFirst
    ? message('{who} set the {field} of {target} to {to}', values)
    : message('{who} changed the {field} of {target} from {from} to {to}', values)
}

/** The sentence in English, with the reason if the action did not happen. */
export function auditSentenceText(entry: SentenceSource): string {
  const reason = auditReason(entry)
  const sentence = formatMessage(auditSentence(entry))
  return reason === null ? `${sentence}.` : `${sentence}: ${formatMessage(reason)}`
}

/** @returns why an action was refused or failed, in words. Null if it happened, or if the log does not know. */
export function auditReason({ outcome, detail }: Pick<SentenceSource, 'outcome' | 'detail'>): Message | null {
  if (outcome === 'allowed') return null
  for (const known of [detail['reason'], detail['code']]) {
    if (typeof known !== 'string' || known === '') continue
    const text = codeText(known)
    if (text !== undefined) return { text }
    if (known.includes(' ')) return { text: known }
  }
  const text = statusTexts[String(detail['status'])]
  return text ?? null
}

function codeText(code: string): string | undefined {
  return Object.entries(errorTable).find(([known]) => known === code)?.[1].text
}

/** Entries of earlier versions contain only the HTTP status. */
const statusTexts: Readonly<Record<string, Message>> = {
  400: { text: errorTable.bad_request.text },
  401: { text: errorTable.not_authenticated.text },
  403: { text: errorTable.forbidden.text },
  404: { text: errorTable.not_found.text },
  409: { text: errorTable.conflict.text },
  422: message('The change was not valid.'),
  429: { text: errorTable.rate_limited.text },
  500: { text: errorTable.internal.text },
  502: message('Another system did not answer.'),
}

function actorOf({ address, outcome }: SentenceSource): Message {
  if (address === null) return message('The server')
  return outcome === 'allowed' ? message('Someone') : message('Someone who was not signed in')
}

function targetOf({ target_kind: kind, target_id: id, target_name: name, names }: SentenceSource): Message {
  const known = Object.entries(auditTargets).find(([target]) => target === kind)?.[1]
  const called = name ?? (id === null ? undefined : names[id]) ?? null
  if (known === undefined) return called === null ? message('an item') : verbatim(called)
  return called === null ? known.unnamed : { text: known.named, values: { name: called } }
}

/** @returns the noun of a field, which can be one of another version */
export function fieldNoun(field: string): Message {
  const noun = isField(field) ? auditFields[field] : undefined
  return noun ?? verbatim(field.replaceAll('_', ' '))
}

/** @returns a recorded value in words */
export function auditValue(field: string, value: AuditValue): Message {
  if (value === null || value === '') return message('nothing')
  if (typeof value === 'boolean') return value ? message('on') : message('off')
  const words = isField(field) ? auditValues[field] : undefined
  const word = words?.[String(value)]
  if (word !== undefined) return word
  if (typeof value === 'string') return verbatim(value)
  return { text: '{value, number}', values: { value } }
}

function isField(field: string): field is AuditField {
  return Object.hasOwn(auditFields, field)
}

function listOf(nouns: Message[]): Message {
  const [last, ...others] = nouns.toReversed()
  if (last === undefined || others.length === 0) return last ?? message('nothing')
  return message('{others} and {last}', { others: joinMessages(others.toReversed(), ', '), last })
}
