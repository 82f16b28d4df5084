import { cn } from '../../lib/cn.ts'
import styles from './settings.module.css'

/** Names and values in pairs. */
export function Facts({ facts, className }: { facts: [string, string][]; className?: string }) {
  return (
    <dl className={cn(styles.facts, className)}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
