import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { editionSchema, licenseKeyMaxLength } from '@parlance/contract'
import type { Edition } from '@parlance/contract'
import { StartError } from '../lib/errors.ts'

export const licenseHelp = `Usage: npm run license -- COMMAND [options]

issue     Signs a license and prints it.
  --edition NAME      personal, standard, enterprise, or demo
  --days N            how many days it is valid, starting now
  --customer NAME     the customer's name
  --domain HOST       the only host that it is valid for: ask.example.com, *.example.com (default: any)
  --users N           the limit of users (default: the edition's); -1 is unlimited
  --databases N       the limit of connections (default: the edition's); -1 is unlimited
  --key FILE          an issuer's private key from keygen (default: this installation's own key)
  --out FILE          write the license to this file instead
inspect   Shows what a license contains, and whether this installation accepts it.
  KEY_OR_FILE
keygen    Creates a key pair to issue licenses for several installations.
  --out FILE          where to write the private key (default: license-issuer.pem in the data folder)
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
  throw new StartError(`Unknown command ${command}. Use issue, inspect, or keygen. See --help.`)
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
      `${error instanceof Error ? error.message.split('. ')[0] : 'The options are not valid'}. See --help.`,
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
  if (text === '') throw new StartError('Enter a license key or a file: npm run license -- inspect KEY_OR_FILE')
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) return text
  try {
    return readFileSync(text, 'utf8')
      .slice(0, licenseKeyMaxLength + 1)
      .trim()
  } catch (error) {
    throw new StartError(`Could not read the file ${text}.`, { cause: error })
  }
}
