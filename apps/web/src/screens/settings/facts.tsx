import { cn } from '../../lib/cn.ts'

/** Names and values in pairs. */
export function Facts({ facts, className }: { facts: [string, string][]; className?: string }) {
  return (
    <dl className={cn('grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-x-6 gap-y-3', className)}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-meta text-faint">{name}</dt>
          <dd className="wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
