import { message } from '@parlance/contract'
import { DriverError, type ConnectionConfig } from '../contract.ts'
import { parseAccount, readAccountFile, type GoogleAccount } from '../google/account.ts'
import { z } from 'zod'
import { bigqueryManifest } from './manifest.ts'

const gigabyte = 1024 ** 3

const configSchema = z.object({
  project_id: z.string().regex(/^[a-z][\w.:-]*$/, 'Enter a valid project ID, such as my-project-123.'),
  dataset: z.string().regex(/^\w+$/, 'Enter only the name of the dataset, without the project.'),
  credentials_path: z.string().nullable(),
  credentials_json: z.string().nullable(),
  maximum_gigabytes: z.number(),
})

export interface BigqueryConfig {
  project: string
  dataset: string
  credentialsPath: string | null
  credentialsJson: string | null
  /** Bytes that one query may read; null for no cap. */
  maximumBytes: number | null
}

/** @throws ZodError when the form's fields don't match the manifest; DriverError for an invalid name */
export function readConfig(given: ConnectionConfig): BigqueryConfig {
  const parsed = configSchema.safeParse(bigqueryManifest.configSchema.parse(given))
  if (!parsed.success) {
    throw new DriverError(
      'missing-object',
      parsed.error.issues[0]?.message ?? message('Check the project and the dataset.'),
      {
        stage: 'resolve',
      },
    )
  }
  const { project_id, dataset, credentials_path, credentials_json, maximum_gigabytes } = parsed.data
  return {
    project: project_id,
    dataset,
    credentialsPath: credentials_path,
    credentialsJson: credentials_json,
    maximumBytes: maximum_gigabytes === 0 ? null : maximum_gigabytes * gigabyte,
  }
}

/**
 * Reads the form's service account. The library's own search for an account is never used: it reads the machine's
 * environment and calls the cloud's metadata address (R14).
 * @throws DriverError
 */
export async function readAccount(config: BigqueryConfig): Promise<GoogleAccount> {
  if (config.credentialsJson !== null) return parseAccount(config.credentialsJson, 'service_account', 'The key')
  if (config.credentialsPath !== null) return await readAccountFile(config.credentialsPath, 'service_account')
  const message = 'Enter a service account key: the path to a file on the server, or its JSON text.'
  throw new DriverError('auth', message, { stage: 'sign-in' })
}
