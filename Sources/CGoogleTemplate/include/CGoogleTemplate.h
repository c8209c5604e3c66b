// face
