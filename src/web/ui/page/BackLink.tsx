import { IconArrowLeft } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './BackLink.module.css'

/** On a phone, where the header has no link to the page above. */
export const BackLink = ({ children, ...target }: Pick<LinkProps, 'to' | 'params'> & { children: ReactNode }) => (
  <Link className={styles.back} {...target}>
    <IconArrowLeft size={15} stroke={1.75} aria-hidden />
    {children}
  </Link>
)
