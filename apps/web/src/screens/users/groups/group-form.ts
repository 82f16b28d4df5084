import type { CreateGroupRequest, Group, GroupSource } from '@parlance/contract'

/** A group as the form shows it: numbers and lists as text. */
export interface GroupForm {
  name: string
  description: string
  source: GroupSource
  /** Separated by commas or lines. */
  domains: string
  daily: string
  monthly: string
  /** One `name = value` for each line. */
  attributes: string
}

/** @param group null for a new one */
export function formOf(group: Group | null): GroupForm {
  return {
    name: group?.name ?? '',
    description: group?.description ?? '',
    source: group?.source ?? 'manual',
    domains: group?.domains.join(', ') ?? '',
    daily: String(group?.daily_query_limit ?? ''),
    monthly: String(group?.monthly_query_limit ?? ''),
    attributes: Object.entries(group?.attributes ?? {})
      .map(([key, value]) => `${key} = ${value}`)
      .join('\n'),
  }
}

/** @returns the request; null if a line of the attributes has no `=` or a limit isn't a whole number */
export function requestOf(form: GroupForm): CreateGroupRequest | null {
  const lines = form.attributes.split('\n').filter((line) => line.trim() !== '')
  const limits = [form.daily, form.monthly].map((text) => text.trim())
  if (!lines.every((line) => line.includes('=')) || limits.some((text) => !/^\d*$/.test(text))) return null
  const [daily, monthly] = limits.map((text) => (text === '' ? null : Number(text)))
  return {
    name: form.name,
    description: form.description,
    source: form.source,
    domains: form.source === 'domain' ? form.domains.split(/[\s,;]+/).filter((domain) => domain !== '') : [],
    daily_query_limit: daily ?? null,
    monthly_query_limit: monthly ?? null,
    attributes: Object.fromEntries(lines.map(readPair)),
  }
}

function readPair(line: string): [key: string, value: string] {
  const at = line.indexOf('=')
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}
