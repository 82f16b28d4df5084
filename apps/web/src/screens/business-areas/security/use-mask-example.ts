import type { MaskExample, MaskExampleRequest } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showMaskExample } from '../../../api/mask-examples.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { createFewAtOnce } from '../../../lib/few-at-once.ts'

/** The server allows three at a time; another tab may need one. */
const fewAtOnce = createFewAtOnce(2)

/** Real values, or why there are none; null while they load, and if the check of the rules already shows why. */
export type RealExample = { values: MaskExample } | { reason: string | null }

/**
 * Reads what a mask makes of real values.
 * @param text the request as JSON
 * @param version of the saved area, whose rules decide which values an editor sees
 */
export function useMaskExample(text: string, version: number): RealExample {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['mask-example', version, text],
    queryFn: ({ signal }) => fewAtOnce(() => showMaskExample(JSON.parse(text) as MaskExampleRequest, signal), signal),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })
  if (error !== null) return { reason: reasonOf(error, t('Could not read values of this column.')) }
  switch (data?.state) {
    case 'shown':
      return { values: data }
    case 'masked':
      return { reason: t('You see this column masked, so only an example is shown.') }
    case 'empty':
      return { reason: t('You see no values in this column, so only an example is shown.') }
    case 'no_access':
      return { reason: t("You can't ask about this table yet, so only an example is shown.") }
    case undefined:
      return { reason: null }
  }
}

function reasonOf(error: Error, fallback: string): string | null {
  if (!(error instanceof ApiError)) return fallback
  if (error.code === 'area_invalid') return null
  return error.status === 0 ? error.message : describeError(error, fallback)
}
