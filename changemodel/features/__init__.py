"""Features of page versions: pictures, blocks, text, stories.

- Pictures: ``images`` reads them; ``gist``, over ``fast_gist`` and ``gabor``, describes them on a grid; ``regions`` is
  the distance of each cell. What only moved: ``version_rows`` (of lossy pictures by ``lossy_rows``), ``row_moves``,
  ``row_gist``; of a replay: ``alignment``, ``picture_match``.
- Blocks: ``block_input`` checks them, ``blocks`` says what they are for, ``section_names`` and ``standing_lines`` by
  which names they are known, ``structure`` how far apart two sets of links are, ``text_diff`` what came and went.
- Sections as histograms: ``text_regions`` (words and numbers, by ``text_keys``; rows of tables, ``table_rows``;
  pictures, ``picture_sections``), compared by ``page_text``, which knows an entry in another form (``entry_forms``).
- Sentence by sentence (``sentences``), for what other pages taught: ``section_sentences``, ``section_habits``,
  ``sentence_changes``.
- ``stories``: what a page that lists news leads with.
- ``text_cache``: memory within bounds.
"""
