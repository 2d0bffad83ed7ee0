// Types from the OpenAPI spec have their documentation in `@description` tags: it becomes the text of each member.
import { Converter } from 'typedoc';

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) {
      const tag = comment?.getTag('@description');
      if (!tag) continue;
      comment.summary = [...comment.summary, ...tag.content];
      comment.removeTags('@description');
    }
  });
}
