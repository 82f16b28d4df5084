import { message, type Message, type ObjectType } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import styles from './tables.module.css'

const looks: Record<ObjectType, { letter: string; name: Message }> = {
  TABLE: { letter: 'T', name: message('Table') },
  VIEW: { letter: 'V', name: message('View') },
  SYNONYM: { letter: 'S', name: message('Synonym') },
}

/** One letter for the kind of a table. */
export function TableTypeBadge({ type }: { type: ObjectType }) {
  const { t } = useTranslation()
  const { letter, name } = looks[type]
  return (
    <abbr className={styles.type} data-type={letter} title={translate(t, name)}>
      {letter}
    </abbr>
  )
}
