self.added = 1;
