import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ExampleStatus } from '@parlance/contract'
import { Check, Clock3, ThumbsUp, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { createExample, examplesKey, ownExamplesQuery } from '../../../api/examples.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNotices } from '../../../ui/notices.tsx'

const states: Record<ExampleStatus, { icon: LucideIcon; text: string }> = {
  pending: { icon: Clock3, text: 'Right · waiting for approval' },
  approved: { icon: Check, text: 'Right · approved as an example' },
  rejected: { icon: Check, text: 'Right · not used as an example' },
}

/** Calls an answer right, so that it helps with the next ones once an owner agrees; then it says how that stands. */
export function RightButton({ turnId }: { turnId: string }) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const queryClient = useQueryClient()
  const { data: status = null } = useQuery({
    ...ownExamplesQuery,
    select: (examples) => examples.find((example) => example.turn_id === turnId)?.status ?? null,
  })
  const create = useMutation({
    mutationFn: () => createExample({ turn_id: turnId }),
    onError: (error) => {
      // Another tab has said so already: then the list knows more.
      if (error instanceof ApiError && error.code === 'conflict') return
      show(describeError(error, t('The answer could not be kept as an example.')), 'danger')
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: examplesKey }),
  })
  if (status !== null) {
    return (
      <output className="right meta">
        <Icon of={states[status].icon} small />
        {t(states[status].text)}
      </output>
    )
  }
  return (
    <Button
      kind="quiet"
      size="small"
      title={t('Keep this question and its SQL as an example')}
      disabled={create.isPending}
      onClick={() => create.mutate()}
    >
      <Icon of={ThumbsUp} />
      {t('This is right')}
    </Button>
  )
}
