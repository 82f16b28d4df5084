import { useTranslation } from 'react-i18next'
import { accountsPerPage } from '../../api/users.ts'
import { Button } from '../../ui/button.tsx'

interface MoreButtonProps {
  /** The number of users that are not loaded yet. */
  rest: number
  /** Loads more. Null while it loads. */
  onMore: (() => void) | null
}

/** Loads the next users of a list of cards. */
export function MoreButton({ rest, onMore }: MoreButtonProps) {
  const { t } = useTranslation()
  return (
    <Button disabled={onMore === null} onClick={() => onMore?.()}>
      {t('Show {n} more', { n: Math.min(rest, accountsPerPage) })}
    </Button>
  )
}
