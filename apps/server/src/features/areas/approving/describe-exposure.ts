import { message, type Message, type Visibility } from '@parlance/contract'
import { areaGrantees } from '../../../effective-rights/granted.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { Handle } from '../store/area-store.ts'

/** The most people to name in one sentence. */
const named = 5

/** Describes in words who can use an area. */
export function describeReach(visibility: Visibility, isActive: boolean, grantees: number): Message {
  if (!isActive) return message('No one, because the area is inactive')
  if (visibility === 'public') return message('Everyone who can use the database')
  if (visibility === 'private' || grantees === 0) return message('Only the owner')
  return message('{n, plural, one {The owner and one more user} other {The owner and # more users}}', { n: grantees })
}

/** Lists the email addresses of the people who have access to an area, also through a group. */
export async function listGrantees(db: Handle, areaId: string): Promise<string[]> {
  const rows = await db
    .selectFrom(areaGrantees(db, areaId).as('granted'))
    .innerJoin('users', 'users.id', 'granted.user_id')
    .select('users.email')
    .orderBy('users.email_key')
    .execute()
  return rows.map(({ email }) => email)
}

type Exposing = Pick<AreaRecord, 'id' | 'visibility' | 'isActive' | 'rowRules' | 'columnRules'>

/** Describes in plain sentences what an area would show of protected tables after approval. */
export async function describeEffects(
  db: Handle,
  area: Exposing,
  tables: string[],
  added: string[] = [],
): Promise<Message[]> {
  const newcomers =
    added.length === 0 ? [] : await db.selectFrom('users').select('email').where('id', 'in', added).execute()
  const people = [...new Set([...(await listGrantees(db, area.id)), ...newcomers.map(({ email }) => email)])]
  return [describeReaders(area, people), ...tables.map((table) => describeTable(table, area))]
}

function describeReaders({ visibility, isActive }: Exposing, people: string[]): Message {
  if (!isActive) return message('No one can read the following while the area is inactive.')
  if (visibility === 'public') return message('Everyone who can use the database can read the following.')
  if (visibility === 'private' || people.length === 0) return message('Only the owner can read the following.')
  return message(
    '{n, plural, one {The owner and one more user ({names}) can read the following.} other {The owner and # more users ({names}) can read the following.}}',
    { n: people.length, names: listed(people) },
  )
}

function describeTable(table: string, { rowRules, columnRules }: Exposing): Message {
  const isNamed = (key: string) => key === 'ALL' || bare(key) === bare(table)
  const rows = (rowRules?.rules ?? []).filter((rule) => Object.keys(rule.tables).some(isNamed)).map(({ name }) => name)
  const columns = (columnRules?.rules ?? []).flatMap((rule) =>
    Object.entries(rule.tables).flatMap(([key, masks]) => (isNamed(key) ? Object.keys(masks) : [])),
  )
  const [rules, masked] = [listed(rows), listed([...new Set(columns)])]
  if (rules === '' && masked === '') return message('{table}: all rows, no masked columns.', { table })
  if (rules === '') return message('{table}: all rows. Masked columns: {masked}.', { table, masked })
  if (masked === '') return message('{table}: rows filtered by {rules}, no masked columns.', { table, rules })
  return message('{table}: rows filtered by {rules}. Masked columns: {masked}.', { table, rules, masked })
}

const bare = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

function listed(names: string[]): string | Message {
  const more = names.length - named
  if (more <= 0) return new Intl.ListFormat('en').format(names)
  return message('{names}, and {more} more', { names: names.slice(0, named).join(', '), more })
}
