import type { BigQuery, Job, JobOptions } from '@google-cloud/bigquery'
import type { OAuth2Client } from 'google-auth-library'
import type { Cell, Row } from '@parlance/contract'
import { createAuthClient, type GoogleAccount } from '../google/account.ts'
import { loadLibrary } from '../library.ts'
import type { BigqueryConfig } from './config.ts'
import { toCell, toParameter, type FieldSchema } from './types.ts'

const scope = 'https://www.googleapis.com/auth/bigquery'
/** How long one request waits for a job. Another request follows if the job is still running. */
const pollMs = 10_000
/** Google ends a page long before this size, so anything larger isn't one of its pages. */
const largestPage = 64 * 1024 * 1024

export interface Estimate {
  /** SELECT for a statement that returns rows and writes nothing; SCRIPT for more than one statement. */
  statementType: string
  bytes: number
}

export interface DatasetInfo {
  location: string
  /** Roles granted on the dataset to this account by name. */
  roles: string[]
}

interface ResultPage {
  jobComplete?: boolean
  schema?: { fields?: FieldSchema[] }
  rows?: { f: { v: unknown }[] }[]
  pageToken?: string
}

/** The calls to Google's library that the driver needs. Each throws whatever the library throws. */
export class BigqueryClient {
  readonly #api: BigQuery
  readonly #config: BigqueryConfig
  readonly #account: GoogleAccount
  readonly #auth: OAuth2Client
  #location: string | null = null

  private constructor(api: BigQuery, auth: OAuth2Client, config: BigqueryConfig, account: GoogleAccount) {
    this.#api = api
    this.#auth = auth
    this.#config = config
    this.#account = account
  }

  /** @param endpoint replaces Google in tests */
  static async open(config: BigqueryConfig, account: GoogleAccount, endpoint: string | null): Promise<BigqueryClient> {
    const { BigQuery } = await loadLibrary('@google-cloud/bigquery', async () => await import('@google-cloud/bigquery'))
    const authClient = await createAuthClient(account, [scope], endpoint)
    const api = new BigQuery({ projectId: config.project, authClient, ...(endpoint && { apiEndpoint: endpoint }) })
    return new BigqueryClient(api, authClient, config, account)
  }

  /** Checks that the account can see the dataset, and finds out where its jobs must run. */
  async readDataset(): Promise<DatasetInfo> {
    const [metadata] = await this.#api.dataset(this.#config.dataset).getMetadata()
    const { location, access } = metadata as { location?: string; access?: { role?: string; userByEmail?: string }[] }
    const email = 'client_email' in this.#account ? this.#account.client_email : ''
    const own = (access ?? []).filter(({ userByEmail }) => userByEmail === email)
    this.#location = location ?? null
    return { location: location ?? '', roles: own.flatMap(({ role }) => role ?? []) }
  }

  async countTables(): Promise<number> {
    const uri = `/datasets/${this.#config.dataset}/tables`
    return (await this.#get<{ totalItems?: number }>(uri, { maxResults: 1 })).totalItems ?? 0
  }

  /** Reports a statement's type and how much it would read, without running it. */
  async dryRun(sql: string, params: Cell[]): Promise<Estimate> {
    const job = await this.#createJob({
      ...this.#place(),
      configuration: { dryRun: true, query: this.#query(sql, params) },
    })
    const { statistics } = job.metadata as {
      statistics?: { totalBytesProcessed?: string; query?: { statementType?: string } }
    }
    return {
      statementType: statistics?.query?.statementType ?? '',
      bytes: Number(statistics?.totalBytesProcessed ?? 0),
    }
  }

  /** Starts a statement with a timeout that the engine enforces. */
  async start(sql: string, params: Cell[], timeoutMs: number): Promise<Job> {
    const { maximumBytes } = this.#config
    return await this.#createJob({
      ...this.#place(),
      configuration: {
        labels: { application: 'parlance' },
        jobTimeoutMs: String(Math.max(1, Math.ceil(timeoutMs))),
        query: {
          ...this.#query(sql, params),
          ...(maximumBytes !== null && { maximumBytesBilled: String(maximumBytes) }),
        },
      },
    })
  }

  /** Returns one page of a job's rows. Polls until the job has finished. */
  async readPage(job: Job, maxResults: number, pageToken: string | null): Promise<Page> {
    const query = {
      maxResults,
      timeoutMs: pollMs,
      'formatOptions.useInt64Timestamp': true,
      ...this.#place(),
      ...(pageToken !== null && { pageToken }),
    }
    while (true) {
      const page = await this.#get<ResultPage>(`/queries/${job.id}`, query)
      if (page.jobComplete === false) continue
      const fields = page.schema?.fields ?? []
      const rows = (page.rows ?? []).map(({ f }): Row => f.map(({ v }, index) => toCell(v, fields[index] ?? {})))
      return { fields, rows, next: page.pageToken ?? null }
    }
  }

  /** Google finds a job of a dataset outside the US only if the request names its location. */
  #place(): { location?: string } {
    return this.#location === null ? {} : { location: this.#location }
  }

  #query(sql: string, params: Cell[]) {
    return {
      query: sql,
      useLegacySql: false,
      defaultDataset: { projectId: this.#config.project, datasetId: this.#config.dataset },
      ...(params.length > 0 && { parameterMode: 'POSITIONAL', queryParameters: params.map(toParameter) }),
    }
  }

  async #createJob(options: JobOptions): Promise<Job> {
    return await new Promise((resolve, reject) => {
      this.#api.createJob(options, (error, job) => {
        if (job && !error) resolve(job)
        else reject(error ?? new Error('BigQuery did not create a job. Try again.'))
      })
    })
  }

  /** Uses our own account client, which can cap the size of an answer. The library's client would buffer any size. */
  async #get<Body>(uri: string, params: Record<string, string | number | boolean>): Promise<Body> {
    const url = `https://bigquery.googleapis.com/bigquery/v2/projects/${this.#config.project}${uri}`
    return (await this.#auth.request<Body>({ url, params, responseType: 'json', maxContentLength: largestPage })).data
  }
}

export interface Page {
  fields: FieldSchema[]
  rows: Row[]
  /** The token of the next page; null on the last page. */
  next: string | null
}
