import { Skeleton } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Block.module.css'

interface ItemProps {
  icon: ReactNode
  name: string
  mark?: ReactNode
  detail: ReactNode
  action?: ReactNode
  children?: ReactNode
}

interface ItemsProps {
  label: string
  /** The index of the first new item. It takes the focus, because the button that loaded it has disappeared. */
  firstNew?: number | undefined
  children: ReactNode
}

export const Items = ({ label, firstNew = -1, children }: ItemsProps) => {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelectorAll<HTMLElement>('li')[firstNew]?.focus(), [firstNew])
  return (
    <ul ref={list} className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

export const Item = ({ icon, name, mark, detail, action, children }: ItemProps) => (
  <li className={styles.item} tabIndex={-1}>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    <div>
      <div className={styles.name}>
        <span className="truncate" title={name}>
          {name}
        </span>
        {mark}
      </div>
      <p className={styles.detail}>{detail}</p>
    </div>
    {action}
    {children && <div className={styles.more}>{children}</div>}
  </li>
)

export const ItemSkeletons = ({ rows }: { rows: number }) => (
  <div className={styles.list} aria-hidden>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className={styles.item}>
        <Skeleton width={20} height={20} />
        <div>
          <Skeleton width="38%" height={12} mb={8} />
          <Skeleton width="64%" height={10} />
        </div>
        <Skeleton width={64} height={28} />
      </div>
    ))}
  </div>
)
