import { licenseChangeResponseSchema, licenseStatusSchema, licenseUsageSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { translateText, withTranslation } from '../lib/i18n.ts'
import { call } from './client.ts'

/** The installed license, and how many more users it allows. */
export const licenseQuery = queryOptions({
  queryKey: ['license', 'status'],
  queryFn: async ({ signal }) => {
    const status = await call('/api/v1/license/status', licenseStatusSchema, { signal })
    const { error_message: problem, pattern, values } = status
    return { ...status, error_message: problem && translateText(problem, pattern, values) }
  },
  retry: false,
})

/**
 * The usage of the edition; administrators only.
 * @param countedAt when the counted items were last loaded: a later time loads the usage again
 */
export const licenseUsageQuery = (countedAt: number) =>
  queryOptions({
    queryKey: ['license', 'usage', countedAt],
    queryFn: ({ signal }) => call('/api/v1/license/usage', licenseUsageSchema, { signal }),
    retry: false,
  })

export type LicenseChange = { success: boolean; message: string }

/** Installs a key in place of the previous one; administrators only. */
export function uploadLicense(licenseKey: string): Promise<LicenseChange> {
  const body = { license_key: licenseKey }
  return withTranslation(call('/api/v1/license/upload', licenseChangeResponseSchema, { method: 'POST', body }))
}

export function removeLicense(): Promise<LicenseChange> {
  return withTranslation(call('/api/v1/license/remove', licenseChangeResponseSchema, { method: 'DELETE' }))
}
