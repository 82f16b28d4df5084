import type { Area, EvaluationSet } from '@parlance/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSelectDatabase } from '../../../components/use-select-database.ts'
import { describeError } from '../../../lib/api-error.ts'
import { keepDraft } from '../../../lib/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface OpenInChatProps {
  area: Area
  set: EvaluationSet
  /** Whether the conversation is in the draft of the area. */
  inDraft?: boolean
  question: string
}

/** Starts a conversation in the area, with the question in the message box. */
export function OpenInChat({ area, set, inDraft = false, question }: OpenInChatProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const select = useSelectDatabase()
  const { database_config_id: databaseId } = set
  const begin = useMutation({
    mutationFn: (id: string) => select({ id }, { areaId: area.area_id, inDraft }),
    onSuccess: ({ session }) => {
      keepDraft(question, session?.id ?? null)
      return navigate({ to: '/chat', search: session === null ? {} : { session: session.id } })
    },
  })
  return (
    <>
      {begin.isError && (
        <span className="text-meta text-danger" role="alert">
          {describeError(begin.error, t('Failed to activate configuration'))}
        </span>
      )}
      <Button
        kind="quiet"
        size="small"
        disabled={databaseId === null || begin.isPending || begin.isSuccess}
        onClick={() => databaseId !== null && begin.mutate(databaseId)}
      >
        <Icon of={MessageSquare} small />
        {t('Open in chat')}
      </Button>
    </>
  )
}
