import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { editionSchema, licenseKeyMaxLength } from '@parlance/contract'
import type { Edition } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'

export const licenseHelp = `Usage: npm run license -- COMMAND [options]

issue     Signs a license and prints it.
  --edition NAME      personal, standard, enterprise or demo
  --days N            how long it is valid, from now
  --customer NAME     for whom
  --domain HOST       the only host it works on: ask.example.com, *.example.com (default: any)
  --users N           another number of users than the edition's; -1 is unlimited
  --databases N       the same for database connections
  --key FILE          an issuer's private key, as keygen makes it (default: this installation's own)
  --out FILE          writes it there instead
inspect   Shows what a license says, and whether this installation takes it.
  KEY_OR_FILE
keygen    Makes an issuer's pair of keys, for licenses of several installations.
  --out FILE          where the private key goes (default: license-issuer.pem in the data folder)
`

const longestDays = 100 * 365

export interface IssueArguments {
  command: 'issue'
  edition: Edition
  days: number
  customer: string | null
  domain: string
  users: number | null
  databases: number | null
  keyFile: string | null
  out: string | null
}

export type LicenseArguments =
  | IssueArguments
  | { command: 'inspect'; token: string }
  | { command: 'keygen'; out: string | null }
  | { command: 'help' }

/** @throws StartError on one line for arguments that it doesn't understand */
export function parseLicenseArguments(argv: string[]): LicenseArguments {
  const { values, positionals } = parse(argv)
  const [command, ...rest] = positionals
  if (command === undefined || values.help) return { command: 'help' }
  if (command === 'issue') return issueArguments(values)
  if (command === 'inspect') return { command, token: readToken(rest.join(' ')) }
  if (command === 'keygen') return { command, out: values.out ?? null }
  throw new StartError(`There is no command ${command}. Commands are issue, inspect and keygen; --help says more.`)
}

type Values = ReturnType<typeof parse>['values']

function issueArguments(values: Values): IssueArguments {
  const edition = editionSchema.safeParse(values.edition)
  if (!edition.success) throw new StartError(`--edition must be one of ${editionSchema.options.join(', ')}.`)
  return {
    command: 'issue',
    edition: edition.data,
    days: wholeNumber('--days', values.days, { min: 1, max: longestDays }),
    customer: values.customer ?? null,
    domain: domainOf(values.domain),
    users: values.users === undefined ? null : wholeNumber('--users', values.users, { min: -1, max: 1_000_000 }),
    databases:
      values.databases === undefined ? null : wholeNumber('--databases', values.databases, { min: -1, max: 1_000_000 }),
    keyFile: values.key ?? null,
    out: values.out ?? null,
  }
}

function parse(argv: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        edition: text,
        days: text,
        customer: text,
        domain: text,
        users: text,
        databases: text,
        key: text,
        out: text,
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new StartError(
      `${error instanceof Error ? error.message.split('. ')[0] : 'The options are wrong'}. See --help.`,
    )
  }
}

function wholeNumber(name: string, text: string | undefined, { min, max }: { min: number; max: number }): number {
  const number = /^-?\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (Number.isNaN(number) || number < min || number > max) {
    throw new StartError(`${name} must be a whole number from ${min} to ${max}.`)
  }
  return number
}

function domainOf(text = '*'): string {
  if (text === '*' || /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text)) return text.toLowerCase()
  throw new StartError('--domain must be a host name such as ask.example.com, *.example.com, or *.')
}

/** The key itself, or the file that contains it. */
function readToken(text: string): string {
  if (text === '') throw new StartError('Say which license: npm run license -- inspect KEY_OR_FILE')
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) return text
  try {
    return readFileSync(text, 'utf8')
      .slice(0, licenseKeyMaxLength + 1)
      .trim()
  } catch (error) {
    throw new StartError(`The file ${text} cannot be read.`, { cause: error })
  }
}
