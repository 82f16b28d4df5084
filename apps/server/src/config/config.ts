import { delimiter, join, parse, resolve } from 'node:path'
import { describable, formatMessage, message, type Message } from '@parlance/contract'
import { z } from 'zod'
import { StartError } from '../lib/errors.ts'
import { Secret } from '../secrets/secret.ts'
import type { SecretString } from '../secrets/secret.ts'

const megabyte = 1024 * 1024

/** @returns options of a rule whose text names the refused variable */
const refusal = (describe: (variable: string) => Message) => ({
  error: ({ path }: { path?: PropertyKey[] | undefined }) => formatMessage(describe(String(path?.[0]))),
})

const outOfRange = (limits: { min: number; max: number }) =>
  refusal((variable) =>
    message('{variable} must be a whole number from {min} to {max}. Correct it and start again.', {
      variable,
      ...limits,
    }),
  )

/** A whole number in the environment; empty means absent, as in `.env` files. */
const integer = (fallback: number, { min, max }: { min: number; max: number }) =>
  z
    .string()
    .regex(/^\d{1,15}$/, outOfRange({ min, max }))
    .transform(Number)
    .refine((value) => value >= min && value <= max, outOfRange({ min, max }))
    .optional()
    .transform((value) => value ?? fallback)

const flag = z
  .enum(
    ['0', '1', 'true', 'false'],
    refusal((variable) => message('{variable} must be 1 or 0. Correct it and start again.', { variable })),
  )
  .optional()
  .transform((value) => value === '1' || value === 'true')

const webUrl = z
  .url({
    protocol: /^https?$/,
    ...refusal((variable) =>
      message('{variable} must be a URL such as https://parlance.example.com. Correct it and start again.', {
        variable,
      }),
    ),
  })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
  .optional()

const databaseUrl = z
  .string()
  .regex(
    /^postgres(ql)?:\/\//,
    refusal((variable) =>
      message(
        '{variable} must be a URL such as postgresql://user:password@host:5432/parlance. Correct it and start again.',
        { variable },
      ),
    ),
  )
  .refine(
    (value) => URL.canParse(value),
    refusal((variable) =>
      message('{variable} must be a valid postgresql:// URL. Correct it and start again.', { variable }),
    ),
  )
  .optional()

const environmentSchema = z.object({
  PARLANCE_PORT: integer(8000, { min: 0, max: 65535 }),
  PARLANCE_HOST: z.string().max(253).default('127.0.0.1'),
  PARLANCE_DATA_DIR: z.string().default('./data'),
  PARLANCE_DEMO: flag,
  PARLANCE_PUBLIC_URL: webUrl,
  PARLANCE_TRUST_PROXY: flag,
  PARLANCE_LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      refusal((variable) =>
        message('{variable} must be fatal, error, warn, info, debug, trace, or silent. Correct it and start again.', {
          variable,
        }),
      ),
    )
    .default('warn'),
  PARLANCE_LICENSE_ISSUER: z.string().max(200).optional(),
  PARLANCE_VISUALIZATION_URL: webUrl,
  PARLANCE_SALES_EMAIL: z
    .email(
      refusal((variable) => message('{variable} must be an email address. Correct it and start again.', { variable })),
    )
    .max(320)
    .default('sales@parlance.example'),
  PARLANCE_MODEL_LIST: z.string().max(4096).optional(),
  PARLANCE_MODEL_PRICES: z.string().max(4096).optional(),
  PARLANCE_RATE_LIMIT_SCALE: integer(1, { min: 1, max: 1000 }),
  DATABASE_URL: databaseUrl,
  PARLANCE_DATABASE_FOLDERS: z.string().max(10_000).optional(),
  PARLANCE_ALLOW_METADATA_ADDRESSES: flag,
  PARLANCE_CATALOGUE_HOURS: integer(24, { min: 1, max: 24 * 365 }),
  PARLANCE_QUERY_TIMEOUT_SECONDS: integer(60, { min: 1, max: 3600 }),
  PARLANCE_QUERY_MAX_MB: integer(64, { min: 1, max: 4096 }),
  PARLANCE_EXPORT_TIMEOUT_SECONDS: integer(30 * 60, { min: 1, max: 24 * 3600 }),
  PARLANCE_EXPORT_MAX_MB: integer(10 * 1024, { min: 1, max: 1024 * 1024 }),
  PARLANCE_UPLOAD_MAX_MB: integer(1024, { min: 1, max: 1024 * 1024 }),
  PARLANCE_TURN_TIMEOUT_SECONDS: integer(300, { min: 10, max: 3600 }),
  PARLANCE_MODEL_MAX_MB: integer(8, { min: 1, max: 256 }),
  PARLANCE_PROMPT_SCHEMA_CHARACTERS: integer(31_500, { min: 1_000, max: 400_000 }),
  PARLANCE_WATCHDOG_CPU_SECONDS: integer(15, { min: 0, max: 3600 }),
  PARLANCE_WATCHDOG_WALL_SECONDS: integer(120, { min: 0, max: 3600 }),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().max(4096).optional(),
  GEMINI_API_KEY: z.string().max(4096).optional(),
  OPENAI_API_KEY: z.string().max(4096).optional(),
  ANTHROPIC_API_KEY: z.string().max(4096).optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().max(4096).optional(),
  OPENAI_COMPATIBLE_BASE_URL: webUrl,
})

export interface QueryLimits {
  /** A question's query: milliseconds in the database, bytes of its result. */
  chatTimeoutMs: number
  chatMaxBytes: number
  /** Full results, visualize, and exports are streamed, so their caps are wide. */
  exportTimeoutMs: number
  exportMaxBytes: number
  /** A whole question with all its model calls. */
  turnTimeoutMs: number
  /** How much a model may send for one answer. */
  modelMaxBytes: number
  /** Characters of schema in a model's prompt. */
  schemaCharacters: number
}

/** How long the main thread may be blocked before the process ends itself; 0 turns a limit off. */
export interface WatchdogLimits {
  /** Processor time of the main thread. */
  cpuMs: number
  /** Time that passes while the process isn't suspended. */
  wallMs: number
}

/** Keys of model vendors in their usual variables; only the command line uses them. */
export interface ModelEnvironment {
  keys: Record<'google' | 'openai' | 'anthropic' | 'openai-compatible', SecretString | null>
  compatibleBaseUrl: string | null
}

export interface Config {
  port: number
  /**
   * The address to listen on; this machine only by default, because the first registered account is the administrator.
   */
  host: string
  /** Absolute path. */
  dataDir: string
  demo: boolean
  /** The PostgreSQL store; null for SQLite in the data folder. */
  databaseUrl: SecretString | null
  /** The address that users open; decides secure cookies and a license's domain. Null: the address of each request. */
  publicUrl: string | null
  /** Trust X-Forwarded-For. Set only behind a proxy that sets it. */
  trustProxy: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** A pinned issuer's Ed25519 public key (base64url); null for the installation's own issuer. */
  licenseIssuer: string | null
  visualizationUrl: string | null
  /** The contact address on the pricing page. */
  salesEmail: string
  /** A JSON file that replaces lists of models that the forms offer; null for the product's own. */
  modelListPath: string | null
  /** A JSON file with prices of models; null for the product's own. */
  modelPricesPath: string | null
  /** Multiplies every rate limit, for many users behind one address or for tests. */
  rateLimitScale: number
  /** Folders from which files named in a connection's settings may be read. The first one resolves relative paths. */
  databaseFolders: [string, ...string[]]
  /** Allows connections to addresses at which clouds provide a machine's credentials (R14). */
  allowMetadataAddresses: boolean
  /** Milliseconds after which a database's catalog is read again. */
  catalogueMaxAgeMs: number
  /** Bytes of all files that become one database. */
  uploadMaxBytes: number
  limits: QueryLimits
  watchdog: WatchdogLimits
  models: ModelEnvironment
}

/**
 * Reads and checks the environment once; nothing else reads it.
 * @throws StartError naming the variable and what it must be
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(present, describable)
  if (!parsed.success) throw new StartError(describeProblem(parsed.error))
  const values = parsed.data
  return {
    port: values.PARLANCE_PORT,
    host: values.PARLANCE_HOST,
    dataDir: resolve(values.PARLANCE_DATA_DIR),
    demo: values.PARLANCE_DEMO,
    databaseUrl: values.DATABASE_URL === undefined ? null : new Secret(values.DATABASE_URL),
    publicUrl: values.PARLANCE_PUBLIC_URL ?? null,
    trustProxy: values.PARLANCE_TRUST_PROXY,
    logLevel: values.PARLANCE_LOG_LEVEL,
    licenseIssuer: values.PARLANCE_LICENSE_ISSUER ?? null,
    visualizationUrl: values.PARLANCE_VISUALIZATION_URL ?? null,
    salesEmail: values.PARLANCE_SALES_EMAIL,
    modelListPath: values.PARLANCE_MODEL_LIST === undefined ? null : resolve(values.PARLANCE_MODEL_LIST),
    modelPricesPath: values.PARLANCE_MODEL_PRICES === undefined ? null : resolve(values.PARLANCE_MODEL_PRICES),
    rateLimitScale: values.PARLANCE_RATE_LIMIT_SCALE,
    databaseFolders: readFolders(values),
    allowMetadataAddresses: values.PARLANCE_ALLOW_METADATA_ADDRESSES,
    catalogueMaxAgeMs: values.PARLANCE_CATALOGUE_HOURS * 60 * 60 * 1000,
    uploadMaxBytes: values.PARLANCE_UPLOAD_MAX_MB * megabyte,
    limits: {
      chatTimeoutMs: values.PARLANCE_QUERY_TIMEOUT_SECONDS * 1000,
      chatMaxBytes: values.PARLANCE_QUERY_MAX_MB * megabyte,
      exportTimeoutMs: values.PARLANCE_EXPORT_TIMEOUT_SECONDS * 1000,
      exportMaxBytes: values.PARLANCE_EXPORT_MAX_MB * megabyte,
      turnTimeoutMs: values.PARLANCE_TURN_TIMEOUT_SECONDS * 1000,
      modelMaxBytes: values.PARLANCE_MODEL_MAX_MB * megabyte,
      schemaCharacters: values.PARLANCE_PROMPT_SCHEMA_CHARACTERS,
    },
    watchdog: {
      cpuMs: values.PARLANCE_WATCHDOG_CPU_SECONDS * 1000,
      wallMs: values.PARLANCE_WATCHDOG_WALL_SECONDS * 1000,
    },
    models: readModels(values),
  }
}

/** The API token that commands send to another server; null if there is none. */
export function remoteToken({ PARLANCE_TOKEN: token = '' }: NodeJS.ProcessEnv = process.env): string | null {
  return token === '' ? null : token
}

/** The folder of the data to measure with: `PARLANCE_TEST_DATA`, or `../shared/data` next to the repository. */
export function developmentFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.PARLANCE_TEST_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data')
}

/**
 * Separated like the folders in PATH. The default is one folder in the data folder. On a server that only its own
 * machine can reach, every file is allowed, because its administrator is also its operator.
 */
function readFolders(values: z.output<typeof environmentSchema>): [string, ...string[]] {
  const named = (values.PARLANCE_DATABASE_FOLDERS ?? '').split(delimiter).filter((folder) => folder.trim() !== '')
  const [first, ...others] = named.map((folder) => resolve(folder))
  if (first !== undefined) return [first, ...others]
  const own = join(resolve(values.PARLANCE_DATA_DIR), 'databases')
  return isLocalOnly(values) ? [own, parse(own).root] : [own]
}

/** A public address or trusted headers indicate a proxy in front, which lets others in. */
function isLocalOnly(values: z.output<typeof environmentSchema>): boolean {
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(values.PARLANCE_HOST)
  return isLoopback && values.PARLANCE_PUBLIC_URL === undefined && !values.PARLANCE_TRUST_PROXY
}

function readModels(values: z.output<typeof environmentSchema>): ModelEnvironment {
  const secret = (value: string | undefined): SecretString | null => (value === undefined ? null : new Secret(value))
  return {
    keys: {
      google: secret(values.GOOGLE_GENERATIVE_AI_API_KEY ?? values.GEMINI_API_KEY),
      openai: secret(values.OPENAI_API_KEY),
      anthropic: secret(values.ANTHROPIC_API_KEY),
      'openai-compatible': secret(values.OPENAI_COMPATIBLE_API_KEY),
    },
    compatibleBaseUrl: values.OPENAI_COMPATIBLE_BASE_URL ?? null,
  }
}

/** Reports only the first problem, and never the value, which may be a password. */
function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues
  // The only rule without its own text is the longest length.
  if (issue === undefined || issue.message === '')
    return formatMessage(
      message('{variable} is too long. Shorten it and start again.', { variable: String(issue?.path[0]) }),
    )
  return issue.message
}
