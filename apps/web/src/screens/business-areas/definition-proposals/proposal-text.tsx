import type { DefinitionProposal } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { linesOf, nameOf } from '../definition-files/item-texts.ts'
import styles from './definition-proposals.module.css'

/** What a proposed definition is, says, and is derived from. */
export function ProposalText({ proposal: { item, reason } }: { proposal: DefinitionProposal }) {
  const { t } = useTranslation()
  const { code, lines } = linesOf(item)
  return (
    <span className={styles.text}>
      <b dir="auto" className={styles.name}>
        {nameOf(item)}
      </b>
      {code !== null && (
        <code className={styles.code} dir="ltr">
          {code}
        </code>
      )}
      {lines.map((line) => (
        <span key={line} className="meta" dir="auto">
          {line}
        </span>
      ))}
      <span className="meta muted">{translate(t, reason)}</span>
    </span>
  )
}
