import type { ReactNode } from 'react';
import type { Block, HeadingLevel, Inline, ListItem, Mark, RichText } from './rich-text';
import { safeHref } from './safe-href';
import { TextImageView } from './text-image-view';
import classes from './rich-text.module.css';

/** A formatted text, read-only. */
export const RichTextView = ({ value }: { value: RichText }) => (
  <div className={classes.text}>{blocks(value.content)}</div>
);

// Blocks have no identity, and the text does not change while it is shown.
/* oxlint-disable react/no-array-index-key */
const blocks = (all: readonly Block[]): ReactNode =>
  all.map((block, index) => <BlockView key={index} block={block} />);

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading': {
      const Heading = `h${block.attrs.level as HeadingLevel}` as const;
      return <Heading>{inlines(block.content)}</Heading>;
    }
    case 'bulletList':
      return <ul>{items(block.content)}</ul>;
    case 'orderedList':
      return <ol>{items(block.content)}</ol>;
    case 'table':
      return (
        <table>
          <tbody>
            {block.content.map((row, index) => (
              <tr key={index}>
                {row.content.map(({ type, content }, column) => {
                  const Cell = type === 'tableHeader' ? 'th' : 'td';
                  return <Cell key={column}>{blocks(content)}</Cell>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'image':
      return <TextImageView {...block.attrs} />;
    default:
      return <p>{inlines(block.content)}</p>;
  }
}

const items = (all: readonly ListItem[]) =>
  all.map(({ content }, index) => <li key={index}>{blocks(content)}</li>);

const inlines = (all: readonly Inline[] = []) =>
  all.map((inline, index) =>
    inline.type === 'hardBreak' ? (
      <br key={index} />
    ) : (
      <span key={index}>{(inline.marks ?? []).reduceRight<ReactNode>(marked, inline.text)}</span>
    ),
  );

function marked(content: ReactNode, mark: Mark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{content}</strong>;
    case 'italic':
      return <em>{content}</em>;
    case 'underline':
      return <u>{content}</u>;
    default:
      return (
        <a href={safeHref(mark.attrs.href) ?? undefined} target="_blank" rel="noopener noreferrer">
          {content}
        </a>
      );
  }
}
